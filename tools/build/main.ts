import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { llmsFull } from '../docs/llmsPages.js';
import { scriptArguments } from '../scriptArguments.js';
import { writeAnchorTypes } from './anchorTypes.js';
import { openDeclarations, writeCommonJs } from './commonJs.js';
import { bundleErrorTexts } from './errorTexts.js';
import { compressFiles, ELEMENT_BUILD, EXPLORER_BUILD } from './explorer.js';
import { PACKAGES } from './packages.js';

scriptArguments('build\n\nCompiles the packages, and copies what they ship but the repository keeps elsewhere.', {});

const ROOT = new URL('../../', import.meta.url);
const at = (path: string): string => fileURLToPath(new URL(path, ROOT));

/** From the repository into a package. Git ignores the copies. */
const COPIES: readonly (readonly [from: string, to: string])[] = [
  ...PACKAGES.flatMap((name) => ['LICENSE', 'llms.txt'].map((file) => [file, `ts/${name}/${file}`] as const)),
  // Shown in its README.
  ...['bet.ts', 'settle.ts', 'web3', 'kit', 'proofs', 'roots', 'oracle-key.txt'].map(
    (name) => [`examples/${name}`, `ts/sdk/examples/${name}`] as const,
  ),
  ['programs/artifacts', 'ts/service/dist/artifacts'],
  ['migrations/sql', 'ts/service/dist/sql'],
  ['ts/service/edge/preview/glyphs.json', 'ts/service/dist/edge/preview/glyphs.json'],
  // It has its own copies, so that comparing proofs in CI does not install a server.
  ...['oracle.so', 'oracle-v0.so', 'settlement.so', 'settlement-v0.so'].map(
    (name) => [`programs/artifacts/${name}`, `ts/regress/dist/artifacts/${name}`] as const,
  ),
  // Complete verifiers, as models for authors of other verifiers.
  ['examples/conform', 'ts/regress/examples/conform'],
  // The files that `linesman init` writes.
  ['examples/project', 'ts/regress/examples/project'],
  ...readdirSync(at('tests/vectors'))
    .filter((name) =>
      /^(validate_.*|answers|attestation|compact|corpus|compute-units)\.json$|^(entries|refusals)\.txt$|README/.test(
        name,
      ),
    )
    .map((name) => [`tests/vectors/${name}`, `ts/regress/dist/corpus/${name}`] as const),
];

// Output of deleted sources would be shipped.
for (const name of PACKAGES)
  for (const made of ['dist', 'examples']) rmSync(at(`ts/${name}/${made}`), { recursive: true, force: true });
// The native compiler takes a quarter of the time.
const tsc = at('node_modules/typescript7/bin/tsc');
const { status } = spawnSync(process.execPath, [tsc, '--build', ...PACKAGES.map((name) => at(`ts/${name}`))], {
  stdio: 'inherit',
});
// The compiler has printed the errors.
if (status !== 0) process.exit(1);
await bundleErrorTexts(at('ts/sdk'));
for (const name of PACKAGES) {
  openDeclarations(at(`ts/${name}`));
  await writeCommonJs(at(`ts/${name}`));
}
// Bundles the compiled packages, as any app does, into the service, because the service ships the pages.
await build({ ...EXPLORER_BUILD, configFile: false, logLevel: 'warn' });
await build({ ...ELEMENT_BUILD, configFile: false, logLevel: 'warn' });
compressFiles(at('ts/service/dist/explorer'));
for (const [from, to] of COPIES) cpSync(at(from), at(to), { recursive: true });
const allDocuments = llmsFull();
for (const folder of ['', ...PACKAGES.map((name) => `ts/${name}/`)])
  writeFileSync(at(`${folder}llms-full.txt`), allDocuments);
// The picture of the page itself, drawn like those of matches. Its code is compiled only now.
const preview = at('ts/service/dist/edge/preview/preview.js');
const { previewOf } = (await import(preview)) as { previewOf(match: undefined): Promise<Buffer> };
writeFileSync(at('ts/service/dist/explorer/preview.png'), await previewOf(undefined));
writeAnchorTypes();
chmodSync(at('ts/cli/bin/linesman.js'), 0o755);
