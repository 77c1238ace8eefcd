// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of GitHub
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../helpers/cli.js';
import { commandTree } from '../helpers/commandTree.js';
import { actionOf, faultsOf, filledIn, scriptsOf } from '../helpers/regress/githubFiles.js';

/** The action, the workflow of `linesman init` and the lines of docs/ci.md; tests/package/init.test.ts runs them. */

const text = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const ACTION = text('.github/actions/regress/action.yml');
const WORKFLOW = text('examples/project/.github/workflows/proofs.yml');
const action = actionOf(ACTION);
const GUIDE = text('docs/ci.md');
const REPLAY = 'npx --no linesman regress --junit regress.xml cases';

const blocks = (language: string): string[] =>
  [...GUIDE.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, name, body]) =>
    name === language && body !== undefined ? [body] : [],
  );

describe('the action', () => {
  it('is valid', () => expect(faultsOf('action', 'action.yml', ACTION)).toEqual([]));

  it.each([
    ['an unknown field', ACTION.replace('using: composite', 'using: composite\n  usnig: composite')],
    ['a step without a shell', ACTION.replace('shell: bash', '')],
    ['no description', ACTION.replace(/^description:.*\n/m, '')],
    ['a runtime that is none', ACTION.replace('using: composite', 'using: compost')],
    ['an expression that does not end', ACTION.replace('${{ inputs.rpc }}', '${{ inputs. }}')],
  ])('would be invalid with %s', (_, content) => {
    expect(content).not.toBe(ACTION);
    expect(faultsOf('action', 'action.yml', content)).not.toEqual([]);
  });

  it('puts no input into a script, where it would be code', () => {
    const { steps } = action.runs;
    expect(steps.map(({ run }) => run).filter((run) => run.includes('${{'))).toEqual([]);
    expect(steps.map(({ shell }) => shell)).toEqual(['bash', 'bash']);
  });

  it('uses every input, and no other', () => {
    const used = [...ACTION.matchAll(/inputs\.([\w-]+)/g)].map(([, name]) => name);
    expect([...new Set(used)].sort()).toEqual(Object.keys(action.inputs).sort());
  });

  it('is named in docs/ci.md by the version of this repository', () => {
    const { version } = JSON.parse(text('ts/regress/package.json'));
    expect(GUIDE).toContain(`.github/actions/regress@v${version}`);
  });

  it('is described in docs/ci.md, with its defaults', () => {
    for (const name of Object.keys(action.inputs))
      expect([name, GUIDE]).toEqual([name, expect.stringMatching(new RegExp(`^\\| .*\`${name}\`.* \\|`, 'm'))]);
    for (const name of ['folders', 'junit', 'working-directory'])
      expect(GUIDE).toContain(`| \`${name}\` | \`${action.inputs[name]?.default}\` |`);
  });
});

describe('the workflow of linesman init', () => {
  it('is valid', () => expect(faultsOf('workflow', 'proofs.yml', WORKFLOW)).toEqual([]));

  it.each([
    ['no runner', WORKFLOW.replace(/^ +runs-on:.*\n/m, '')],
    ['an unknown event', WORKFLOW.replace('pull_request:', 'pull_requests:')],
    ['a permission that is none', WORKFLOW.replace('contents: read', 'contents: look')],
    ['a step of two kinds', WORKFLOW.replace('- run: npm ci', '- run: npm ci\n        uses: actions/checkout@v4')],
  ])('would be invalid with %s', (_, content) => {
    expect(content).not.toBe(WORKFLOW);
    expect(faultsOf('workflow', 'proofs.yml', content)).not.toEqual([]);
  });

  it('installs, tests and replays, without an expression in a script', () => {
    expect(scriptsOf(WORKFLOW).map(({ run }) => run)).toEqual(['npm ci', 'npm test', REPLAY]);
  });

  it('may do nothing but read', () => expect(parse(WORKFLOW).permissions).toEqual({ contents: 'read' }));
});

describe('docs/ci.md', () => {
  it('has a valid workflow that uses the action with inputs that it has', () => {
    const [workflow = ''] = blocks('yaml');
    expect(faultsOf('workflow', 'proofs.yml', workflow)).toEqual([]);
    const { steps } = parse(workflow).jobs.proofs;
    const { with: inputs } = steps.find(({ uses = '' }) => uses.includes('/actions/regress@'));
    for (const name of Object.keys(inputs)) expect(Object.keys(action.inputs)).toContain(name);
    expect(Object.keys(action.outputs)).toEqual(['junit']);
    expect(workflow).toContain('steps.proofs.outputs.junit');
  });

  it('has lines for other systems which install and replay like the workflow', () => {
    const systems = [...blocks('yaml').slice(2), ...blocks('groovy')];
    expect(systems.length).toBe(4);
    for (const block of systems) {
      expect(block).toContain('npm ci');
      expect(block.replaceAll('reports/', '')).toContain(REPLAY);
    }
    for (const block of blocks('yaml')) expect(parse(block)).toBeTypeOf('object');
  });

  it('names options that regress has', () => {
    const regress = commandTree().find(({ words }) => words.join(' ') === 'regress');
    const known = regress?.command.options.map(({ long }) => long) ?? [];
    const named = [...GUIDE.matchAll(/linesman regress (.*)|args: (.*)/g)].flatMap(
      ([, line = '', args = '']) => `${line} ${args}`.match(/--[a-z-]+/g) ?? [],
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((option) => !known.includes(option))).toEqual([]);
  });
});

describe('filledIn', () => {
  it('refuses a place that is not there', () => {
    const places = new Map([['inputs.junit', 'a.xml']]);
    expect(filledIn('at ${{ inputs.junit }}', places)).toBe('at a.xml');
    expect(() => filledIn('${{ inputs.jnuit }}', places)).toThrow('nothing is at inputs.jnuit');
  });
});
