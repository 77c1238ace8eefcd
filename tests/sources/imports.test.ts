import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { sourcesByName } from '../../tools/build/sources.js';
import { COMMANDS } from '../../ts/cli/commands.js';
import { codeOf, FILES, importsOf, loadedFrom, PACKAGE_SOURCES, ROOT, sourceOf, textOf } from '../helpers/sources.js';

/**
 * Import rules: packages and the floors of `linesman` import only downwards, and nothing is imported that is not
 * installed. `written.test.ts` has the folders of the client libraries.
 */

/**
 * Lowest first, because none imports a later one. No folder imports the explorer, because the service ships its built
 * files.
 */
const PACKAGES = ['sdk', 'cli', 'records', 'react', 'season', 'explorer', 'keeper', 'service', 'regress'];
const FLOORS = [
  'error',
  'format',
  'merkle',
  'proof',
  'program',
  'client',
  'rpc',
  'prove',
  'dapp',
  'wallet',
  'page',
  'node',
  'web3',
  'kit',
];

/** Folders of the service: the floors data, roots and edge, and helpers between them. Lowest first. */
const SERVICE_FLOORS = [
  ...['clock', 'cache', 'wake'],
  'data',
  'health',
  'roots',
  'edge',
  'records',
  ...['metrics', 'serve', 'commands'],
];

/** Named to hold a dependency of a dependency at its last version for Node 20. */
const HELD_BACK: Readonly<Record<string, readonly string[]>> = { service: ['light-my-request'] };

/** Not optional: without it, a package of hooks is nothing. */
const REACT = '^18.0.0 || ^19.0.0';

/** Modules that also run in a browser, and what they may import. */
const PORTABLE_FLOORS = FLOORS.slice(0, 11);
const PORTABLE = /^(@noble\/|@scure\/base$)/;

/** The floor within the library; undefined elsewhere. */
const floorOf = (file: string): string | undefined => /^ts\/sdk\/(\w+)\//.exec(file)?.[1];
const packageOf = (file: string): string => file.split('/')[1] ?? '';

/** Undefined for imports by name. */
const fileOf = (file: string, name: string): string | undefined =>
  name.startsWith('.') ? sourceOf(file, name) : undefined;
/** `@scope/name` or `name` of a specifier that is neither a file, a Node module nor private. */
const installedNames = (file: string): string[] =>
  importsOf(file).flatMap((name) => /^(?![.#]|node:)((?:@[\w-]+\/)?[\w.-]+)(?:\/[\w./-]+)?$/.exec(name)?.[1] ?? []);

/** A cycle in the arrows, if there is one. */
function circleIn(arrows: ReadonlyMap<string, readonly string[]>): readonly string[] | undefined {
  const left = new Set<string>();
  const way: string[] = [];
  const from = (place: string): readonly string[] | undefined => {
    if (way.includes(place)) return [...way.slice(way.indexOf(place)), place];
    if (left.has(place)) return undefined;
    way.push(place);
    for (const next of arrows.get(place) ?? []) {
      const circle = from(next);
      if (circle) return circle;
    }
    left.add(way.pop() ?? '');
    return undefined;
  };
  for (const place of arrows.keys()) {
    const circle = from(place);
    if (circle) return circle;
  }
  return undefined;
}

const each = (accepts: (file: string) => boolean): readonly string[] => PACKAGE_SOURCES.filter(accepts);

/** Imports of what stands on a higher floor; files on none have -1. */
const upward = (rank: (file: string) => number): readonly string[] =>
  each((file) => rank(file) >= 0).flatMap((file) =>
    importsOf(file)
      .filter((name) => rank(fileOf(file, name) ?? '') > rank(file))
      .map((name) => `${file} imports ${name}`),
  );

test('sources are found', () => {
  for (const name of PACKAGES) expect(each((file) => packageOf(file) === name).length).toBeGreaterThan(10);
  for (const floor of FLOORS) expect(each((file) => floorOf(file) === floor).length).toBeGreaterThan(1);
});

describe('packages', () => {
  test('import each other by name, and only lower ones', () => {
    const wrong = PACKAGE_SOURCES.flatMap((file) => {
      const byFile = importsOf(file).filter((name) => packageOf(fileOf(file, name) ?? file) !== packageOf(file));
      const ours = installedNames(file).filter((name) => /^@linesman\//.test(name));
      const upward = ours.filter(
        (name) => PACKAGES.indexOf(name.split('/')[1] ?? '') >= PACKAGES.indexOf(packageOf(file)),
      );
      return [...byFile, ...upward].map((name) => `${file} imports ${name}`);
    });
    expect(wrong).toEqual([]);
  });

  test.each(PACKAGES)('%s depends on exactly what it imports', (name) => {
    const manifest = JSON.parse(textOf(`ts/${name}/package.json`));
    const { dependencies, peerDependencies = {}, peerDependenciesMeta = {} } = manifest;
    const files = each((file) => packageOf(file) === name);
    const imported = new Set(files.flatMap(installedNames));
    // An optional peer dependency of linesman, installed by users of that part.
    if (files.some((file) => importsOf(file).includes('@linesman/sdk/web3'))) imported.add('@solana/web3.js');
    for (const held of HELD_BACK[name] ?? []) imported.add(held);
    expect([...imported].sort()).toEqual(Object.keys({ ...dependencies, ...peerDependencies }).sort());
    // The user chooses a client library.
    // A range would forbid the install to who never uses the peer. Whoever loads one checks it.
    for (const [peer, range] of Object.entries(peerDependencies)) {
      const expected = peer === 'react' ? [REACT, undefined] : ['*', { optional: true }];
      expect([range, peerDependenciesMeta[peer]]).toEqual(expected);
    }
  });
});

describe('@linesman/sdk', () => {
  test('has no folders except the floors', () => {
    const folders = PACKAGE_SOURCES.flatMap((file) => floorOf(file) ?? []);
    expect([...new Set(folders)].sort()).toEqual([...FLOORS].sort());
  });

  test('floors import lower ones only', () => {
    expect(upward((file) => FLOORS.indexOf(floorOf(file) ?? ''))).toEqual([]);
  });

  test('browser code imports only browser code', () => {
    const portable = each((file) => PORTABLE_FLOORS.includes(floorOf(file) ?? ''));
    const foreign = portable.flatMap((file) =>
      importsOf(file)
        .filter((name) => !/^[.#]/.test(name) && !PORTABLE.test(name))
        .map((name) => `${file} imports ${name}`),
    );
    expect(foreign).toEqual([]);
  });
});

describe('@linesman/service', () => {
  const folderOf = (file: string): string | undefined => /^ts\/service\/(\w+)\//.exec(file)?.[1];

  test('has no folders except these', () => {
    const folders = PACKAGE_SOURCES.flatMap((file) => folderOf(file) ?? []);
    expect([...new Set(folders)].sort()).toEqual([...SERVICE_FLOORS].sort());
  });

  test('floors import lower ones only', () => {
    expect(upward((file) => SERVICE_FLOORS.indexOf(folderOf(file) ?? ''))).toEqual([]);
  });
});

describe('an index.ts', () => {
  const ENTRIES = new Set([...sourcesByName().values()].map((source) => fileURLToPath(source).slice(ROOT.length)));
  const isIndex = (file: string): boolean => /(^|\/)index\.tsx?$/.test(file);
  const SCRIPTS = FILES.filter(
    (file) => /\.(tsx?|mjs)$/.test(file) && !/^(ts\/[^/]+|examples)\/(dist|types)\//.test(file),
  );

  test('is an entry of a package', () => {
    expect(SCRIPTS.filter((file) => isIndex(file) && !ENTRIES.has(file))).toEqual([]);
    expect(SCRIPTS.filter(isIndex).length).toBeGreaterThan(15);
  });

  test('is imported by the name of its package, or by a test of all that it exports', () => {
    const all = (file: string): ReadonlySet<string> =>
      new Set([...codeOf(file).matchAll(/import (?:type )?\* as \w+ from '([^']+)'/g)].map(([, name = '']) => name));
    const wrong = SCRIPTS.flatMap((file) =>
      importsOf(file)
        .filter((name) => isIndex(fileOf(file, name) ?? ''))
        .filter((name) => !(/^(tests|bench)\/|\.test\.ts$/.test(file) && all(file).has(name)))
        .map((name) => `${file} imports ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  test('of the library loads the texts of errors, which what makes errors does not', () => {
    const entries = [...ENTRIES].filter((file) => file.startsWith('ts/sdk/') && isIndex(file));
    expect(entries.filter((file) => !importsOf(file).includes('#texts'))).toEqual([]);
    expect(entries.length).toBeGreaterThan(10);
    expect(loadedFrom(['ts/sdk/error/linesmanError.ts']).filter((file) => file.includes('/texts/'))).toEqual([]);
  });
});

describe('circles', () => {
  test('are found', () => {
    const arrows = { a: ['b', 'c'], b: ['d'], c: ['d'], d: [] };
    expect(circleIn(new Map(Object.entries(arrows)))).toBeUndefined();
    expect(circleIn(new Map(Object.entries({ ...arrows, d: ['c'] })))).toEqual(['d', 'c', 'd']);
  });

  test('do not exist between files, type imports included', () => {
    const isOnDemand = (file: string, name: string): boolean => codeOf(file).includes(`import('${name}')`);
    const importedBy = (file: string): string[] =>
      importsOf(file).flatMap((name) => (isOnDemand(file, name) ? [] : (fileOf(file, name) ?? [])));
    const arrows = new Map(PACKAGE_SOURCES.map((file) => [file, importedBy(file)]));
    expect(arrows.get('ts/service/index.ts')).toContain('ts/service/serve/embedded.ts');
    expect(circleIn(arrows)).toBeUndefined();
  });

  test('do not exist between sibling folders, type imports included', () => {
    /** The folder in `parent` that a file stands in, however deep. */
    const childOf = (parent: string, file: string): string[] => {
      const [child, ...rest] = file.startsWith(`${parent}/`) ? file.slice(parent.length + 1).split('/') : [];
      return child !== undefined && rest.length > 0 ? [child] : [];
    };
    const parents = new Set(
      PACKAGE_SOURCES.flatMap((file) => file.split('/').map((_, i, parts) => parts.slice(0, i).join('/'))),
    );
    const circles = [...parents].flatMap((parent) => {
      const arrows = new Map<string, string[]>();
      for (const file of PACKAGE_SOURCES)
        for (const folder of childOf(parent, file)) {
          const others = importsOf(file).flatMap((name) => childOf(parent, fileOf(file, name) ?? ''));
          arrows.set(folder, [...(arrows.get(folder) ?? []), ...others.filter((other) => other !== folder)]);
        }
      const circle = circleIn(arrows);
      return circle ? [`${parent}: ${circle.join(' → ')}`] : [];
    });
    expect(circles).toEqual([]);
  });
});

describe('the command line', () => {
  const MAIN = 'ts/cli/main.ts';
  const TABLES = ['ts/cli/ownCommands.ts', ...PACKAGE_SOURCES.filter((file) => /commands\/index\.ts$/.test(file))];
  /** Words and bounds of options: files that load nothing more. */
  const LIGHT = [
    'ts/regress/engine/engine.ts',
    'ts/service/edge/http/address.ts',
    'ts/service/edge/http/networks.ts',
    'ts/service/serve/role.ts',
    'ts/service/serve/worldPace.ts',
  ];
  /** What is loaded for `--help` of each command: its table and its description. */
  const DESCRIBED = TABLES.flatMap((table) =>
    [...codeOf(table).matchAll(/async \(\) => \(await import\('(.+)'\)\)/g)].map(([, name = '']) => {
      const described = sourceOf(table, name) ?? '';
      return [described, loadedFrom([MAIN, table, described])] as const;
    }),
  );

  test('loads only what reads arguments and makes errors before it knows the command', () => {
    const loaded = loadedFrom([MAIN]);
    const floors = new Set(loaded.flatMap((file) => floorOf(file) ?? []));
    expect([...floors].sort()).toEqual(['error', 'format', 'node', 'proof']);
    expect(loaded.length).toBeLessThan(110);
  });

  test('has every command in a table', () => expect(DESCRIBED.length).toBe(Object.keys(COMMANDS).length));

  test.each(DESCRIBED)('loads neither chain, client, database nor server to describe %s', (_, loaded) => {
    const foreign = loaded.filter((name) => !/^(ts\/|node:|commander$)/.test(name) && !PORTABLE.test(name));
    const floor = /^ts\/sdk\/((client|rpc|wallet|web3|kit)\/|program\/index)/;
    const other = /^ts\/((records|season)\/|(keeper|service|regress)\/(?!commands\/))/;
    const isHeavy = (file: string): boolean => (floor.test(file) || other.test(file)) && !LIGHT.includes(file);
    expect([foreign, loaded.filter(isHeavy)]).toEqual([[], []]);
    expect(loaded.length).toBeLessThan(280);
  });

  test('loads the season only for a service without a feed', () => {
    const loaded = loadedFrom(['ts/service/commands/oracle/runServe.ts']);
    expect(loaded).toContain('ts/service/serve/oracleService.ts');
    expect(loaded.filter((file) => file.startsWith('ts/season/'))).toEqual([]);
    expect(loadedFrom(['ts/service/serve/embedded.ts'])).toContain('ts/season/index.ts');
  });

  test('loads no more to verify a file', () => {
    const loaded = DESCRIBED.find(([file]) => file.endsWith('/verify.ts'))?.[1] ?? [];
    expect(loaded).toContain('ts/sdk/proof/verify.ts');
    expect(loaded.length).toBeLessThan(221);
  });
});
