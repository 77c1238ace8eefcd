import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OWN, Packed, Project, runIn } from '../helpers/package/packed.js';
import { exampleCases, writeExampleCases } from '../helpers/regress/exampleCases.js';

/** The packages as users get them: packed, installed into empty projects, imported in every possible way. */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ANSWER = readFileSync(join(ROOT, 'examples/proofs/final-win.json'), 'utf8');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
const TSC_7 = join(ROOT, 'node_modules/typescript7/bin/tsc');

/** The command as npm links it; `npx linesman` runs the same. */
const COMMAND = 'node_modules/.bin/linesman';

/** Subpaths without peer dependencies. */
const PORTABLE = ['error', 'format', 'merkle', 'proof', 'program', 'client'];

const packed = new Packed();
afterAll(() => packed.end());

describe.each(OWN)('the archive of %s', (name) => {
  const files = packed.files(name);

  it('has the manifest, a README, the licence and the build output', () => {
    expect(files).toEqual(
      expect.arrayContaining(['package.json', 'README.md', 'LICENSE', 'dist/index.js', 'dist/index.d.ts']),
    );
  });

  it('has no sources, tests or leftovers of a build', () => {
    const shown = files.filter((file) => !file.startsWith('examples/'));
    expect(shown.filter((file) => /(?<!\.d)\.ts$|\.test\.|\.bench\.|tsbuildinfo|\.map$/.test(file))).toEqual([]);
  });

  // No `runIf`: the other packages have none to look at, so that nothing is left out.
  if (name === '@linesman/service')
    it('has the pages of the explorer', () => {
      const pages = files.filter((file) => file.startsWith('dist/explorer/'));
      expect(pages).toEqual(expect.arrayContaining(['dist/explorer/index.html', 'dist/explorer/explorer.json']));
      expect(pages.some((file) => /^dist\/explorer\/assets\/ProofPage-[\w-]+\.js$/.test(file))).toBe(true);
    });

  it('has native code only where a chain is run', () => {
    const native = files.filter((file) => /\.(so|node|wasm)$/.test(file));
    const hasPrograms = ['@linesman/service', '@linesman/regress'].includes(name);
    const programs = ['oracle-v0', 'oracle', 'settlement-v0', 'settlement'].map((one) => `dist/artifacts/${one}.so`);
    expect(native.toSorted()).toEqual(hasPrograms ? programs : []);
  });

  it('has every file named in its README', () => {
    const readme = runIn(ROOT, 'tar', ['xzOf', packed.archive(name), 'package/README.md']).stdout;
    const links = [...readme.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path = '']) => path.replace(/^\.\//, ''));
    const isThere = (path: string): boolean =>
      files.some((file) => file === path || file.startsWith(`${path.replace(/\/$/, '')}/`));
    expect(links.filter((path) => !isThere(path))).toEqual([]);
  });

  it('is clean for publint', () => {
    const { code, stdout } = runIn(ROOT, 'npx', ['publint', 'run', packed.archive(name), '--strict']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('All good!')]);
  });

  it('has types that fit its code, for attw', () => {
    // Programs for Node are ECMAScript modules alone, as are the commands that the command line loads from a package.
    const isForBoth = files.includes('dist/cjs/index.cjs');
    const of = isForBoth ? ['--exclude-entrypoints', 'commands'] : ['--profile', 'esm-only'];
    const { code, stdout } = runIn(ROOT, 'npx', ['attw', packed.archive(name), ...of, '--no-color']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('node16 (from ESM)')]);
  });
});

describe('npm install @linesman/sdk', () => {
  const project = new Project({ type: 'module' });
  let said = '';
  beforeAll(() => {
    const { code, stderr } = project.install(packed.archive('@linesman/sdk'));
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    said = stderr;
  });
  afterAll(() => project.end());

  it('installs at most 8 packages and 7 MB, of which a project loads one of two copies', () => {
    const installed = project.installed();
    const bytes = [...installed.values()].reduce((sum, size) => sum + size, 0);
    console.info(
      `${installed.size} packages, ${bytes.toLocaleString('en')} bytes: ${[...installed.keys()].join(', ')}`,
    );
    expect(installed.size).toBeLessThanOrEqual(8);
    expect(bytes).toBeLessThanOrEqual(7_000_000);
  });

  it(`fits this Node, ${process.version}`, () => {
    expect(said).not.toMatch(/EBADENGINE|deprecated/);
  });

  it('is imported by ECMAScript modules', () => {
    project.write('answer.json', ANSWER);
    project.write(
      'esm.js',
      `import { existsSync, readFileSync } from 'node:fs';
       import * as root from '@linesman/sdk';
       import { parseProof, verify } from '@linesman/sdk/proof';
       for (const path of ${JSON.stringify([...PORTABLE, 'node', 'internal/format/isoTime'])})
         await import('@linesman/sdk/' + path);
       const { final } = verify(parseProof(readFileSync('answer.json', 'utf8')), { sport: 'soccer' });
       console.log(final, typeof root.createClient, root.verify === verify);`,
    );
    expect(project.run('node', 'esm.js')).toMatchObject({ code: 0, stdout: 'true function true\n' });
  });

  it('is imported by CommonJS, with require and with import()', () => {
    project.write(
      'commonjs.cjs',
      `const { readFileSync } = require('node:fs');
       const { parseProof, verify } = require('@linesman/sdk/proof');
       for (const path of ${JSON.stringify(PORTABLE)}) require('@linesman/sdk/' + path);
       const answer = readFileSync('answer.json', 'utf8');
       console.log(verify(parseProof(answer), { sport: 'soccer' }).final);
       import('@linesman/sdk').then((root) => console.log(root.verify === verify));`,
    );
    // Both are one copy: exports begin with module-sync. Node 20 warns that require(esm) is experimental.
    expect(project.run('node', '--disable-warning=ExperimentalWarning', 'commonjs.cjs')).toMatchObject({
      code: 0,
      stdout: 'true\ntrue\n',
    });
  });

  it('brings no command', () => {
    expect(existsSync(join(project.folder, 'node_modules/.bin'))).toBe(false);
    expect([...project.installed().keys()]).not.toContain('commander');
  });

  it('requires a client library only for its adapters, and names it', () => {
    for (const [path, library] of Object.entries({ web3: '@solana/web3.js', kit: '@solana/kit' })) {
      const { code, stderr } = project.run(
        'node',
        '--input-type=module',
        '-e',
        `await import('@linesman/sdk/${path}')`,
      );
      expect([code, stderr]).toEqual([1, expect.stringContaining(`'${library}'`)]);
    }
  });

  it('is CommonJS for who asks so: jest and bundlers', () => {
    // Node itself has another condition for both, so the files are asked for by what jest finds.
    const script = `const { exports } = require('@linesman/sdk/package.json');
      const load = (entry) => require('./node_modules/@linesman/sdk/' + exports[entry].require);
      const { parseProof, verify } = load('./proof');
      const answer = require('node:fs').readFileSync('answer.json', 'utf8');
      console.log(verify(parseProof(answer), { sport: 'soccer' }).final);
      const { errorOf } = load('./error');
      console.log(errorOf(7260, { index: 3, leaves: 2 }).message);
      const isOther = (file) => !/linesman.sdk.(dist.cjs.*.cjs|package.json)$/.test(file);
      console.log(Object.keys(require.cache).filter(isOther).length);`;
    project.write('answer.json', ANSWER);
    const { code, stdout, stderr } = project.run('node', '--no-experimental-require-module', '-e', script);
    expect([code, stdout, stderr]).toEqual([0, 'true\nThe tree has 2 leaves, none with index 3.\n0\n', '']);
  });

  const MODES = [
    ['node10', { module: 'commonjs', moduleResolution: 'node10' }, 'app.ts'],
    ['node16', { module: 'node16', moduleResolution: 'node16' }, 'app.ts'],
    ['node16', { module: 'node16', moduleResolution: 'node16' }, 'app.cts'],
    ['nodenext', { module: 'nodenext', moduleResolution: 'nodenext' }, 'app.ts'],
    ['bundler', { module: 'esnext', moduleResolution: 'bundler' }, 'app.ts'],
  ] as const;
  /** The oldest and the newest that we promise, and our own. */
  const COMPILERS = { '5.4': 'node_modules/typescript54/bin/tsc', '5.9': TSC, '7': TSC_7 };
  const CASES = Object.entries(COMPILERS).flatMap(([version, compiler]) =>
    MODES.filter(([mode]) => version !== '7' || mode !== 'node10').map(
      ([mode, options, file]) => [version, mode, file, options, compiler] as const,
    ),
  );

  it('is installed beside an old compiler', () => {
    expect(project.install('typescript54@npm:typescript@5.4')).toMatchObject({ code: 0 });
  });

  it.each(CASES)(
    'has types for TypeScript %s with %s in %s, checked with its libraries',
    (_, mode, file, options, compiler) => {
      const names = PORTABLE.map((path) => `import * as ${path} from '@linesman/sdk/${path}';`).join('\n');
      project.write(
        `${mode}/${file}`,
        `${names}
       import { type Address, parseProof, verify } from '@linesman/sdk';
       const result = verify(parseProof('{}'), { sport: 'soccer' });
       if (result.kind === 'stat') result.final satisfies boolean;
       export const market: Address = program.address('11111111111111111111111111111111');
       // @ts-expect-error
       verify('not a proof', { sport: 'soccer' });
       export const all = [error, format, merkle, proof, program, client];`,
      );
      project.write(
        `${mode}/tsconfig.json`,
        JSON.stringify({
          compilerOptions: {
            ...options,
            target: 'es2022',
            lib: ['es2023', 'dom'],
            strict: true,
            exactOptionalPropertyTypes: true,
            skipLibCheck: false,
            noEmit: true,
            // A browser project has no Node types.
            types: [],
          },
          include: [file],
        }),
      );
      expect(project.run('node', compiler, '-p', mode)).toMatchObject({ code: 0, stdout: '' });
    },
  );

  it('has types whose values pass between its two copies', () => {
    const values = [
      ...['Address', 'Client', 'Condition', 'FixtureRecord', 'FoundMarket', 'Instruction', 'KeyPair', 'LinesmanError'],
      ...['Market', 'MarketTerms', 'OddsRecord', 'Proof', 'ProofSource', 'ScoresRecord', 'SettlementProof'],
      ...['StakeTrust', 'Transaction', 'VerifyResult'],
    ];
    const all = (copy: string) => [...values.map((name) => `${copy}.${name}`), `${copy}Format.Hash`].join(', ');
    project.write(
      'both/app.cts',
      `import type * as one from '@linesman/sdk';
       import type * as oneFormat from '@linesman/sdk/format';
       import type * as other from '@linesman/sdk' with { 'resolution-mode': 'import' };
       import type * as otherFormat from '@linesman/sdk/format' with { 'resolution-mode': 'import' };
       declare const others: [${all('other')}];
       const ones: [${all('one')}] = others;
       export const back: typeof others = ones;`,
    );
    const options = { ...MODES[3][1], target: 'es2022', lib: ['es2023', 'dom'], strict: true, noEmit: true, types: [] };
    project.write('both/tsconfig.json', JSON.stringify({ compilerOptions: options, include: ['app.cts'] }));
    expect(project.run('node', TSC, '-p', 'both')).toMatchObject({ code: 0, stdout: '' });
  });
});

describe('npm install @linesman/cli', () => {
  const project = new Project({ type: 'module' });
  beforeAll(() => {
    expect(project.install(...packed.withOwn('@linesman/cli'))).toMatchObject({ code: 0 });
    project.write('answer.json', ANSWER);
  });
  afterAll(() => project.end());

  it('has a command', () => {
    const run = (...args: string[]) => project.run(COMMAND, ...args);
    expect(run('verify', 'answer.json', '--where', 'k1 > 0')).toMatchObject({ code: 0 });
    expect(run('verify', 'answer.json', '--where', 'k1 > 9')).toMatchObject({ code: 1 });
    expect(run('--help').stdout).toMatch(/serve +run an oracle/);
  });

  it.each([
    ['market', '@linesman/keeper'],
    ['serve', '@linesman/service'],
    ['regress', '@linesman/regress'],
  ])('says which package %s is in', (command, name) => {
    const { code, stderr } = project.run(COMMAND, command, '--help');
    expect([code, stderr]).toEqual([2, expect.stringContaining('error 7329 PackageNotInstalled')]);
    expect(stderr).toContain(`Install ${name}: copy the line from install.txt`);
    const { stdout: json } = project.run(COMMAND, command, '--json');
    expect(JSON.parse(json)).toMatchObject({ error: { number: 7329, name: 'PackageNotInstalled' } });
  });

  it('says which package inspect --logs needs, and inspects a case without it', () => {
    project.write('final-win.case.json', `${exampleCases().get('final-win')}`);
    expect(project.run(COMMAND, 'inspect', 'final-win.case.json')).toMatchObject({ code: 0 });
    const { code, stderr } = project.run(COMMAND, 'inspect', 'final-win.case.json', '--logs');
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/error 7329[\s\S]*Install @linesman\/regress: copy the line from install\.txt/),
    ]);
  });
});

describe('npm install @linesman/service', () => {
  const project = new Project({ type: 'module' });
  let said = '';
  beforeAll(() => {
    const { code, stderr } = project.install(...packed.withOwn('@linesman/service'));
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    said = stderr;
  });
  afterAll(() => project.end());

  it(`fits this Node, ${process.version}`, () => {
    expect(said).not.toMatch(/EBADENGINE/);
  });

  it('installs at most 115 packages, and no client library of the chain', () => {
    const names = [...project.installed().keys()];
    expect(names.length).toBeLessThanOrEqual(115);
    expect(names.filter((name) => /^@solana\/(?!surfpool)/.test(name))).toEqual([]);
  });

  it.each(['@linesman/keeper', '@linesman/service', '@linesman/records/batch', '@linesman/season'])(
    '%s is imported',
    (path) => {
      const script = `console.log(Object.keys(await import('${path}')).length > 2)`;
      expect(project.run('node', '--input-type=module', '-e', script)).toMatchObject({ code: 0, stdout: 'true\n' });
    },
  );

  it.each(['market', 'keeper', 'serve', 'audit'])('brings linesman %s', (command) => {
    const { code, stdout } = project.run(COMMAND, command, '--help');
    expect([code, stdout]).toEqual([0, expect.stringContaining('Usage: linesman')]);
  });

  it('finds the migrations and the programs that it ships', () => {
    const script = `import { existsSync } from 'node:fs';
      const path = 'node_modules/@linesman/service/dist/shippedFiles.js';
      const { ARTIFACTS, MIGRATIONS } = await import(new URL(path, 'file://' + process.cwd() + '/').href);
      const hasArtifacts = ['oracle.so', 'settlement.json'].every((file) => existsSync(new URL(file, ARTIFACTS)));
      console.log(hasArtifacts, existsSync(MIGRATIONS));`;
    expect(project.run('node', '--input-type=module', '-e', script)).toMatchObject({ code: 0, stdout: 'true true\n' });
  });
});

describe('npm install @linesman/regress', () => {
  const project = new Project({ type: 'module' });
  beforeAll(() => {
    const { code, stderr } = project.install(...packed.withOwn('@linesman/regress'));
    expect(code).toBe(0);
    // The library of LiteSVM formats its error codes with a package for Node 22, which `regress` does not load.
    const others = [...stderr.matchAll(/EBADENGINE +package: '([^']+)@/g)].map(([, name]) => name);
    expect(others.filter((name) => name !== 'commander')).toEqual([]);
  });
  afterAll(() => project.end());

  it('brings no server and no other engine than the default one', () => {
    const names = [...project.installed().keys()];
    expect(names).toContain('litesvm');
    expect(names.filter((name) => /^(fastify|pg|@linesman\/(keeper|service)|solana-bankrun)$/.test(name))).toEqual([]);
  });

  it('executes cases, and names the packages of an engine that is missing', () => {
    writeExampleCases(join(project.folder, 'cases'));
    const run = (...args: string[]) => project.run('env', '-u', 'CI', COMMAND, 'regress', 'cases', ...args);
    expect(run('--update')).toMatchObject({ code: 0, stderr: '' });
    expect(run()).toMatchObject({ code: 0, stdout: expect.stringContaining('no differences') });
    expect(run('--engine', 'bankrun')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('npm install solana-bankrun@0.4.0 @solana/web3.js@1,'),
    });
    expect(run('--engine', 'embedded')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/error 7367 [\s\S]*Install @linesman\/service: copy the line from install\.txt/),
    });
    // The hint is right: with these packages the engine runs, and says where it differs.
    expect(project.install('solana-bankrun@0.4.0', '@solana/web3.js@1')).toMatchObject({ code: 0 });
    expect(run('--engine', 'bankrun').stderr).not.toContain('error 7367');
  });

  it('has the corpus', () => {
    const { code, stderr } = project.run(COMMAND, 'conform', '--', 'false');
    expect([code, stderr]).toEqual([2, expect.stringContaining('before it answered')]);
  });

  it('has verifiers that pass it', () => {
    const examples = 'node_modules/@linesman/regress/examples/conform';
    const { code, stdout } = project.run(COMMAND, 'conform', '--numbers', '--', 'python3', `${examples}/verifier.py`);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/: (\d+) of \1 answers are right\.\n$/)]);
    expect(packed.files('@linesman/regress')).toContain('examples/conform/verifier.go');
  });
});
