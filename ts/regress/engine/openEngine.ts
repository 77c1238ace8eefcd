import { ENGINE_NOT_INSTALLED, fail } from '@linesman/sdk/error';
import { type Engine, type EngineName, type ProgramBytes, TRAITS } from './engine.js';
import { otherVersion } from './installed.js';

/**
 * Starts an engine with a program. Its native library is loaded only now. Errors: ENGINE_NOT_INSTALLED;
 * PROGRAM_NOT_USABLE when the runtime refuses the program; for `embedded` NO_EMBEDDED_CHAIN and PORT_TAKEN.
 */
export async function openEngine(name: EngineName, program: ProgramBytes): Promise<Engine> {
  switch (name) {
    case 'litesvm': {
      const [library, { LiteSvmEngine }] = await loaded(name, () =>
        Promise.all([import('litesvm'), import('./liteSvm.js')]),
      );
      return new LiteSvmEngine(library, program);
    }
    case 'bankrun': {
      const [library, { BankrunEngine }] = await loaded(name, () =>
        Promise.all([import('solana-bankrun'), import('./bankrun.js')]),
      );
      return BankrunEngine.start(library, program);
    }
    case 'embedded': {
      const [library, { EmbeddedEngine }] = await loaded(name, () =>
        Promise.all([import('@linesman/service'), import('./embedded.js')]),
      );
      return EmbeddedEngine.start(library, program);
    }
  }
}

/**
 * Loads the libraries of an engine. Errors: ENGINE_NOT_INSTALLED when a package is missing, is another version, or
 * has no native library for this platform.
 */
export async function loaded<T>(engine: EngineName, load: () => Promise<T>): Promise<T> {
  // Otherwise the runtimes log every message of every program to standard error.
  process.env.RUST_LOG ??= 'off';
  const { packages } = TRAITS[engine];
  const found = packages.map(otherVersion).filter((other) => other !== undefined);
  if (found.length > 0) fail(ENGINE_NOT_INSTALLED, { engine, packages, found });
  try {
    return await load();
  } catch (cause) {
    return fail(ENGINE_NOT_INSTALLED, { engine, packages, found }, { cause });
  }
}
