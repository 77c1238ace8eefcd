import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';

/**
 * CommonJS beside the ECMAScript modules of a package, for jest, `ts-node` and old bundlers: one file for each module,
 * in `dist/cjs`. What `package.json` names there is what is written, with its imports.
 */

type Target = string | { readonly [condition: string]: Target };
interface Manifest {
  readonly exports: Readonly<Record<string, Target>>;
  readonly imports?: Readonly<Record<string, Target>>;
}

/** ECMAScript modules only, which `require` of an old Node or of jest does not load. Their licences are shipped. */
const BUILT_IN = /^@(noble|scure)\//;
const FOLDER = 'dist/cjs';

const stringsIn = (target: Target): string[] =>
  typeof target === 'string' ? [target] : Object.values(target).flatMap(stringsIn);

/** The modules that `package.json` has in CommonJS, as paths in `dist` without an ending. */
function entriesOf(place: string, { exports, imports = {} }: Manifest): string[] {
  const wanted = stringsIn({ exports, imports }).filter((file) => file.startsWith(`./${FOLDER}/`));
  const all = readdirSync(join(place, 'dist'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^(?!cjs\b).*\.js$/.test(file),
  );
  return wanted
    .map((file) => file.slice(`./${FOLDER}/`.length, -'.cjs'.length))
    .flatMap((name) => (name === '*' ? all.map((file) => file.slice(0, -'.js'.length)) : [name]));
}

/** Writes `dist/cjs` of a compiled package, if its `package.json` offers anything to `require`. */
export async function writeCommonJs(place: string): Promise<void> {
  const entries = entriesOf(place, JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')));
  if (entries.length === 0) return;
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map((name) => [name, join(place, 'dist', `${name}.js`)])),
    external: (name, from) => from !== undefined && !/^[./#]/.test(name) && !BUILT_IN.test(name),
    // By a condition for `require`, modules that a tool runs as CommonJS (tsx) would get what is the other copy's.
    plugins: [
      {
        name: 'own-private-names',
        resolveId: (name) => (name.startsWith('#') ? { id: name.replace('#', '#cjs/'), external: true } : null),
      },
    ],
    platform: 'neutral',
    // It is kept, because an entry stays an entry.
    onLog: (level, log, write) => {
      if (log.code !== 'MODULE_LEVEL_DIRECTIVE') write(level, log);
    },
    resolve: { conditionNames: ['import', 'default'] },
  });
  const { output } = await bundle.write({
    dir: join(place, FOLDER),
    format: 'cjs',
    exports: 'named',
    preserveModules: true,
    preserveModulesRoot: join(place, 'dist'),
    // npm packs no folder of the name node_modules.
    entryFileNames: ({ name }) => `${name.replace(/^(\.\.\/)*node_modules\//, 'built-in/')}.cjs`,
    // Of jest's sandboxes, none has `import()`.
    dynamicImportInCjs: false,
    comments: false,
  });
  const modules = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
  writeLicences(join(place, FOLDER), modules);
  writeDeclarations(join(place, 'dist'), entries);
}

/** The licences of the packages that are built in, beside their code. */
function writeLicences(folder: string, modules: readonly string[]): void {
  const packages = new Set(modules.flatMap((file) => /^.*node_modules\/@[^/]+\/[^/]+/.exec(file) ?? []));
  for (const place of packages) {
    const [name = ''] = /@[^/]+\/[^/]+$/.exec(place) ?? [];
    mkdirSync(join(folder, 'built-in', name), { recursive: true });
    cpSync(join(place, 'LICENSE'), join(folder, 'built-in', name, 'LICENSE'));
  }
}

const IMPORTED = /(from |import\()(['"])(\.[^'"]+)\.js\2/g;

/** Copies the declarations, so that the compiler takes those of `require` for CommonJS. */
function writeDeclarations(dist: string, entries: readonly string[]): void {
  const written = new Set(entries);
  for (const name of written) {
    const text = readFileSync(join(dist, `${name}.d.ts`), 'utf8');
    for (const [, , , path = ''] of text.matchAll(IMPORTED)) written.add(join(dirname(name), path));
    const file = join(dist, 'cjs', `${name}.d.cts`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text.replaceAll(IMPORTED, '$1$2$3.cjs$2'));
  }
}

const COMMENT = /(?:[ ]+\/\*\*(?:[^*]|\*(?!\/))*\*\/\n)?/.source;
const PRIVATE = new RegExp(`^${COMMENT} +(?:static )?(?:private (?!constructor)[^;]+|#private);\\n`, 'gm');

/**
 * Makes the declarations of a package fit for others. Private members are left out: with them, the compiler takes two
 * copies of a class for two types, though each takes the values of the other. The import of a private name says nothing
 * about types. Byte arrays have no parameter before TypeScript 5.7; what `of` returns has the right one in each.
 */
export function openDeclarations(place: string): void {
  const dist = join(place, 'dist');
  for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.d.ts')) continue;
    const text = readFileSync(join(dist, name), 'utf8');
    const open = text
      .replaceAll(PRIVATE, '')
      .replaceAll(/^import '#\w+';\n/gm, '')
      .replaceAll('Uint8Array<ArrayBufferLike>', 'Uint8Array')
      .replaceAll('Uint8Array<ArrayBuffer>', 'ReturnType<typeof Uint8Array.of>');
    if (open !== text) writeFileSync(join(dist, name), open);
  }
}
