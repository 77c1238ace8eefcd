import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../helpers/cli.js';
import { type Ended, Packed, runIn } from '../helpers/package/packed.js';
import { refusingProgram } from '../helpers/regress/brokenProgram.js';
import { actionOf, filledIn, type ScriptStep, scriptsOf } from '../helpers/regress/githubFiles.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';

/**
 * `linesman init` as users meet it: the packed packages, an empty folder, npm, and GitHub's steps. The project is
 * tested without a network, and CI has to notice when it is broken on purpose.
 */

const ACTION = actionOf(readFileSync(join(ROOT, '.github/actions/regress/action.yml'), 'utf8'));
const WORKFLOW = scriptsOf(readFileSync(join(ROOT, 'examples/project/.github/workflows/proofs.yml'), 'utf8'));
const RUNNER_VARIABLES = { CI: 'true', GITHUB_ACTIONS: 'true' };

const packed = new Packed();
/** Everything that this test writes besides the archives. */
const place = temporaryFolder('init');
const project = join(place, 'dapp');
mkdirSync(project);
const begun = Date.now();
afterAll(() => {
  console.info(`linesman init, from the archives to a broken program: ${Date.now() - begun} ms`);
  packed.end();
});

/** Variables for npm: no messages, and packages from its cache as far as they are there. */
const NPM = { npm_config_prefer_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' };

/** npx keeps what it installs beside npm's cache: here beside a link to it, so that it does not stay. */
function npxCache(): string {
  const cache = join(place, 'cache');
  mkdirSync(cache);
  const real = runIn(ROOT, 'npm', ['config', 'get', 'cache']).stdout.trim();
  if (existsSync(join(real, '_cacache'))) runIn(cache, 'ln', ['-s', join(real, '_cacache'), '_cacache']);
  return cache;
}

/** Whether this process may run another one without any network. */
const unshares = runIn(ROOT, 'unshare', ['--net', '--map-root-user', 'true']).code === 0;

/** A command without a network: none at all where the system can do that, and a closed proxy everywhere. */
function offline(folder: string, command: string, args: readonly string[], variables: Record<string, string> = {}) {
  const closed = 'http://127.0.0.1:9';
  const proxies = Object.fromEntries(
    ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY'].map((name) => [name, closed]),
  );
  const environment = { ...proxies, npm_config_offline: 'true', npm_config_audit: 'false', ...variables };
  return unshares
    ? runIn(folder, 'unshare', ['--net', '--map-root-user', command, ...args], environment)
    : runIn(folder, command, args, environment);
}

interface StepsEnded extends Ended {
  /** What the steps said, without the announcements of npm. */
  readonly summary: string;
  readonly outputs: ReadonlyMap<string, string>;
}

/** Runs steps as GitHub's runner does, one after the other until one fails, without a network. */
function runSteps(
  folder: string,
  steps: readonly ScriptStep[],
  inputs: Readonly<Record<string, string>>,
  variables: Record<string, string> = {},
): StepsEnded {
  const runner = mkdtempSync(join(place, 'runner-'));
  const places = new Map(Object.entries(inputs).map(([name, value]) => [`inputs.${name}`, value]));
  const summary = join(runner, 'summary');
  writeFileSync(summary, '');
  let said: Ended = { code: 0, stdout: '', stderr: '' };
  for (const { id, run, env = {}, 'working-directory': below = '.' } of steps) {
    const output = join(runner, `output-${id}`);
    writeFileSync(output, '');
    const own = Object.entries(env).map(([name, value]) => [name, filledIn(String(value), places)]);
    const given = { RUNNER_TEMP: runner, GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary, ...RUNNER_VARIABLES };
    const script = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run];
    const at = join(folder, filledIn(below, places));
    const { code, stdout, stderr } = offline(at, 'bash', script, {
      ...variables,
      ...given,
      ...Object.fromEntries(own),
    });
    said = { code, stdout: said.stdout + stdout, stderr: said.stderr + stderr };
    for (const line of readFileSync(output, 'utf8').split('\n').filter(Boolean)) {
      const [name, ...value] = line.split('=');
      places.set(`steps.${id}.outputs.${name}`, value.join('='));
    }
    if (code !== 0) break;
  }
  return { ...said, summary: readFileSync(summary, 'utf8'), outputs: places };
}

/** The action with these inputs, the others at their defaults. */
const runAction = (folder: string, inputs: Record<string, string> = {}, variables: Record<string, string> = {}) =>
  runSteps(
    folder,
    ACTION.runs.steps,
    { ...Object.fromEntries(Object.entries(ACTION.inputs).map(([name, one]) => [name, one.default])), ...inputs },
    variables,
  );

const read = (file: string): string => readFileSync(join(project, file), 'utf8');

describe('an empty folder', () => {
  it('becomes a project by npx linesman init', () => {
    const archives = packed.withOwn('@linesman/regress').flatMap((file) => ['-p', file]);
    const npx = ['--yes', ...archives, 'linesman', 'init'];
    const { code, stdout, stderr } = runIn(project, 'npx', npx, { ...NPM, npm_config_cache: npxCache() });
    expect([code, stdout]).toEqual([0, expect.stringContaining('npm install')]);
    expect(stderr).not.toContain('error');
    expect(readdirSync(project).sort()).toEqual(
      ['.github', '.gitignore', 'README.md', 'cases', 'package.json', 'src', 'test', 'tsconfig.json'].sort(),
    );
  });

  it('installs', () => {
    // From the files that `init` itself was installed from, because no registry has the packages yet.
    expect(runIn(project, 'npm', ['install'], NPM)).toMatchObject({ code: 0 });
    const { dependencies, devDependencies } = JSON.parse(read('package.json'));
    expect(Object.keys({ ...dependencies, ...devDependencies }).sort()).toEqual([
      '@linesman/cli',
      '@linesman/regress',
      '@linesman/sdk',
      '@solana/kit',
      '@types/node',
      'typescript',
    ]);
  });

  it('passes its own tests without a network', () => {
    const { code, stdout } = offline(project, 'npm', ['test']);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^# tests 3$[\s\S]*^# pass 3$/m)]);
  });

  it('replays its cases without a network', () => {
    const { code, stdout } = offline(project, 'npm', ['run', 'regress'], RUNNER_VARIABLES);
    expect([code, stdout]).toEqual([0, expect.stringContaining('3 cases: no differences')]);
  });

  it('says how to use its command', () => {
    const { code, stderr } = offline(project, 'npm', ['start'], { LINESMAN_KEYPAIR: '' });
    expect([code, stderr]).toEqual([2, expect.stringContaining('npm start MARKET')]);
  });

  it('cannot be made into a project again', () => {
    const before = read('package.json');
    const { code, stderr } = offline(project, 'node_modules/.bin/linesman', ['init']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('error 7376 ProjectFilesExist')]);
    expect(read('package.json')).toBe(before);
  });
});

describe('on GitHub', () => {
  let byWorkflow: StepsEnded;
  let byAction: StepsEnded;
  beforeAll(() => {
    byWorkflow = runSteps(project, WORKFLOW, {});
    byAction = runAction(project);
  });

  it('the workflow of the project installs, tests and replays', () => {
    expect([byWorkflow.code, byWorkflow.stdout]).toEqual([0, expect.stringMatching(/# pass 3[\s\S]*no differences/)]);
    expect(byWorkflow.summary).toContain('## linesman regress');
  });

  it('the action does the same with what the project has installed', () => {
    expect(byAction.code).toBe(0);
    expect(byWorkflow.stdout.endsWith(byAction.stdout)).toBe(true);
    expect(byAction.stdout).toContain('3 cases: no differences');
    expect(byAction.summary).toBe(byWorkflow.summary);
    expect(byAction.outputs.get('steps.regress.outputs.junit')).toBe(join(project, 'regress.xml'));
    expect(read('regress.xml')).toContain('tests="3"');
  });

  it('the action installs the packages itself where nothing is installed', () => {
    const bare = join(place, 'bare folder');
    cpSync(join(project, 'cases'), join(bare, 'below/cases of ours'), { recursive: true });
    // The packages of its checkout, which have been packed there.
    const action = join(packed.clone, '.github/actions/regress');
    mkdirSync(action, { recursive: true });
    const variables = { GITHUB_ACTION_PATH: action };
    const inputs = { folders: 'cases of ours\n', 'working-directory': 'below', junit: '', args: '--json\n--jobs=1\n' };
    const { code, stdout, outputs } = runAction(bare, inputs, variables);
    expect(code).toBe(0);
    expect(stdout).toContain('"equal": true');
    expect([outputs.get('steps.regress.outputs.junit'), existsSync(join(bare, 'below/regress.xml'))]).toEqual([
      undefined,
      false,
    ]);
  });
});

describe('an existing package, below the root of a repository', () => {
  const root = join(place, 'repository');
  const folder = join(root, 'packages/mine');
  it('gets cases and a workflow that GitHub runs', () => {
    mkdirSync(folder, { recursive: true });
    runIn(root, 'git', ['init', '--quiet']);
    writeFileSync(join(folder, 'package.json'), '{ "name": "mine", "private": true }');
    const command = join(project, 'node_modules/.bin/linesman');
    const { code, stdout } = runIn(folder, command, ['init', '--ci', '--json']);
    expect(code).toBe(0);
    for (const step of JSON.parse(stdout).next as string[])
      expect([step, runIn(folder, 'bash', ['-c', step], NPM)]).toEqual([step, expect.objectContaining({ code: 0 })]);
    const workflow = readFileSync(join(root, '.github/workflows/proofs.yml'), 'utf8');
    // As a runner has it: nothing is installed, and there are no files but those of the repository.
    rmSync(join(folder, 'node_modules'), { recursive: true });
    const ran = runSteps(folder, scriptsOf(workflow), {});
    expect([ran.code, ran.stdout]).toEqual([0, expect.stringContaining('3 cases: no differences')]);
  });
});

describe('broken on purpose', () => {
  const notices = ({ code, stdout, summary }: StepsEnded, message: RegExp): void => {
    expect([code, stdout]).toEqual([1, expect.stringMatching(message)]);
    expect(stdout).toMatch(/^::error file=cases\/home-win\.case\.json,title=verdict home-win::/m);
    expect(summary).toMatch(/\| home-win \| verdict \|/);
    expect(read('regress.xml')).toMatch(/<failure message="[^"]*" type="verdict"/);
  };

  // tests/regress/removedRules.test.ts removes single checks and needs a program that is compiled for that. This one
  // refuses every proof with 6023, so that the rules with this number are named.
  it('the program: CI names the proof, the change, the reason and the rule', () => {
    writeFileSync(join(project, 'broken.so'), refusingProgram());
    const rule = 'One of the rules .*StatRoot, .*ZeroNodes';
    const was = new RegExp(`home-win.*verdict by oracle: true → refused \\(6023 InvalidStatProof\\).* ${rule}`);
    const noticed = runAction(project, { program: 'broken.so' });
    notices(noticed, was);
    // In the annotation, the step summary and the report, too: that is what people see of a run.
    expect(noticed.stdout).toMatch(new RegExp(`^::error file=cases/home-win.*${rule}`, 'm'));
    expect(noticed.summary).toMatch(new RegExp(`^\\| home-win \\| verdict \\|.*${rule}`, 'm'));
    expect(read('regress.xml')).toMatch(
      new RegExp(`<failure message="cases/home-win[^"]*: verdict by oracle: [^"]*${rule}`),
    );
    const { code, stdout } = offline(project, 'npm', ['run', 'regress', '--', '--program', 'broken.so']);
    expect([code, stdout]).toEqual([1, expect.stringMatching(was)]);
  });

  it('a byte of a proof: the workflow fails, too', () => {
    const file = join(project, 'cases/home-win.case.json');
    const text = readFileSync(file, 'utf8');
    const changed = text.replace(/("value": )3\b/, '$12');
    expect(changed).not.toBe(text);
    writeFileSync(file, changed);
    const replay = WORKFLOW.slice(-1);
    notices(runSteps(project, replay, {}), /home-win.*verdict by offline: true → refused \(6023 InvalidStatProof\)/);
    writeFileSync(file, text);
    expect(runSteps(project, replay, {}).code).toBe(0);
  });

  it('a mistake in the dapp: its test fails', () => {
    const file = join(project, 'src/settle.ts');
    const text = readFileSync(file, 'utf8');
    const changed = text.replace('{ programs, market, terms,', '{ programs, market: wallet.address, terms,');
    expect(changed).not.toBe(text);
    writeFileSync(file, changed);
    const { code, stdout } = offline(project, 'npm', ['test']);
    writeFileSync(file, text);
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^not ok 1 - the final score settles/m)]);
  });

  it('an address of another chain: nothing is asked of it', () => {
    const { code, stderr } = runAction(project, { rpc: 'http://127.0.0.1:9' });
    expect([code, stderr]).toEqual([2, expect.stringMatching(/error \d{4} /)]);
  });

  it('an input that looks like code stays a name', () => {
    const { code, stderr } = runAction(project, { folders: 'cases"; touch harmed; "$(touch harmed)' });
    expect([code, stderr]).toEqual([2, expect.stringContaining('cannot be read')]);
    expect(existsSync(join(project, 'harmed'))).toBe(false);
  });
});
