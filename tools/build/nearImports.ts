import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import type {} from 'vitest/config';
import { sourceOfName } from './sources.js';

/**
 * Tests load what they use. Sources import other packages by their entries, as users do, and an entry loads everything
 * that it exports. Here each name of such an import comes from the file that declares it, so that a test loads what it
 * needs, and `vitest --changed` runs only what a change can reach. What is built keeps the entries.
 */

/** Where a name is declared, and how it is called there. */
interface Declared {
  readonly file: string;
  readonly name: string;
}

/** Reads a file; undefined if there is none. */
type Read = (file: string) => string | undefined;

const FROM = /^(import|export) (type )?\{([^}]*)\} from '([^']+)';$/gm;
/** The imports of a file, which stand before everything else; the same words later may be in a text. */
const HEAD = new RegExp(
  `^(?:${[
    /\s/,
    /\/\/[^\n]*\n/,
    /\/\*[\s\S]*?\*\//,
    /(?:import|export)\s[^;'`"]*from\s*'[^']*'(?: with \{[^}]*\})?;/,
    /import '[^']*';/,
  ]
    .map(({ source }) => source)
    .join('|')})*`,
);
const ALL_FROM = /^export \* from '([^']+)';$/gm;
const DECLARED =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|class|const|let|enum|interface|type) (\w+)/gm;

interface Specifier {
  readonly isType: boolean;
  readonly name: string;
  /** What it is called in the file that imports or exports it. */
  readonly as: string;
}

/** The names between the braces of an import or export. */
const specifiersOf = (list: string): readonly Specifier[] =>
  [...list.matchAll(/(type )?(\w+)(?: as (\w+))?/g)].map(([, type, name = '', as = name]) => ({
    isType: type !== undefined,
    name,
    as,
  }));

/** Finds declarations behind the re-exports of entries. `read` is asked once for each file. */
export class Declarations {
  readonly #read: Read;
  readonly #resolve: (from: string, name: string) => string | undefined;
  readonly #exported = new Map<string, ReadonlyMap<string, Declared>>();

  constructor(read: Read, resolve: (from: string, name: string) => string | undefined) {
    this.#read = read;
    this.#resolve = resolve;
  }

  /** Every name that a file exports, with its declaration. */
  of(file: string): ReadonlyMap<string, Declared> {
    const known = this.#exported.get(file);
    if (known) return known;
    const found = new Map<string, Declared>();
    // A circle of re-exports ends here.
    this.#exported.set(file, found);
    const text = this.#read(file) ?? '';
    for (const [, name = ''] of text.matchAll(DECLARED)) found.set(name, { file, name });
    for (const [, kind, , list = '', from = ''] of text.matchAll(FROM)) {
      if (kind === 'import') continue;
      const target = this.#resolve(file, from);
      for (const { name, as } of specifiersOf(list))
        found.set(as, (target === undefined ? undefined : this.of(target).get(name)) ?? { file, name: as });
    }
    for (const [, from = ''] of text.matchAll(ALL_FROM)) {
      const target = this.#resolve(file, from);
      for (const [name, declared] of target === undefined ? [] : this.of(target))
        if (!found.has(name)) found.set(name, declared);
    }
    return found;
  }

  /**
   * A source whose imports by the name of a package come from the files that declare them; its lines keep their
   * numbers. Types are left out, because nothing is loaded for them. An import whose names are not all found stays.
   */
  near(source: string): string {
    const [head = ''] = HEAD.exec(source) ?? [];
    const near = head.replaceAll(FROM, (whole, kind: string, type: string | undefined, list: string, from: string) => {
      if (type !== undefined || from.startsWith('.') || from.startsWith('#')) return whole;
      const entry = this.#resolve('', from);
      if (entry === undefined) return whole;
      const exported = this.of(entry);
      const byFile = new Map<string, string[]>();
      for (const { isType, name, as } of specifiersOf(list)) {
        if (isType) continue;
        const declared = exported.get(name);
        if (declared === undefined) return whole;
        const names = byFile.get(declared.file) ?? [];
        byFile.set(declared.file, [...names, declared.name === as ? as : `${declared.name} as ${as}`]);
      }
      const lines = [...byFile].map(([file, names]) => `${kind} { ${names.join(', ')} } from '${file}';`);
      return lines.join(' ') + '\n'.repeat(whole.split('\n').length - 1);
    });
    return near + source.slice(head.length);
  }
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A name from a file of this repository, as a source that exists; undefined for one that is installed. */
function resolved(from: string, name: string): string | undefined {
  if (!name.startsWith('.')) {
    const source = sourceOfName(name);
    return source && fileURLToPath(source);
  }
  const path = join(dirname(from), name);
  return ['.ts', '.tsx'].map((ending) => path.replace(/\.js$/, ending)).find((file) => existsSync(file));
}

const read: Read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

/** The declarations of this repository. */
export const declarations = (): Declarations => new Declarations(read, resolved);

/** For `vitest.config.ts`. */
export function nearImports(): Plugin {
  let found = declarations();
  const own = new RegExp(`^${ROOT.replaceAll(/[.\\/]/g, '\\$&')}(?!node_modules).*\\.tsx?$`);
  return {
    name: 'near-imports',
    enforce: 'pre',
    // In watch mode an entry may change.
    watchChange: () => {
      found = declarations();
    },
    transform: {
      filter: { id: own },
      handler: (code) => ({ code: found.near(code), map: null }),
    },
    configureVitest: ({ experimental_defineCacheKeyGenerator: defineKey }) => {
      // A transformed module may be kept only as long as the entries export from the same files.
      defineKey(({ sourceCode }) => createHash('sha256').update(found.near(sourceCode)).digest('hex'));
    },
  };
}
