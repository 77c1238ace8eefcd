import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ledger, ledgerText, readLedger } from '../../ts/regress/ledger/ledger.js';
import { ROOT } from '../helpers/cli.js';
import { refusingProgram } from '../helpers/regress/brokenProgram.js';
import { RegressProject } from '../helpers/regress/builtCommand.js';

/** `linesman inspect --logs`, as the build makes it: the program's own account of a proof, beside the recorded one. */

const CASE = 'cases/final-win.case.json';
const LEDGER = 'cases/ledger.json';
const ANSWER = `${ROOT}examples/proofs/final-win.json`;
const roots = (kind: string): string => `${ROOT}examples/roots/${kind}.json`;

let project: RegressProject;
let ledger: Ledger;
beforeAll(() => {
  project = new RegressProject();
  expect(project.run(['regress', 'cases', '--update'])).toMatchObject({ code: 0, stderr: '' });
  ledger = readLedger(project.read(LEDGER), LEDGER);
});
afterAll(() => project.end());

const inspect = (...args: string[]) => project.run(['inspect', ...args, '--logs', '--width', '500']);

function inspectedJson(...args: string[]) {
  const { code, stdout } = project.run(['inspect', ...args, '--logs', '--json']);
  return { code, ...JSON.parse(stdout) };
}

const recordedUnits = (): number => Number(ledger.cases['final-win']?.builds.oracle?.units);

/** The ledger with other units for the case, and with a second build. */
function withOtherUnits(units: number): string {
  const entry = ledger.cases['final-win'];
  if (!entry?.builds.oracle) throw new Error('no entry');
  const { oracle } = entry.builds;
  const builds = { oracle: { ...oracle, units }, earlier: { ...oracle, result: 'false' as const } };
  const cases = { ...ledger.cases, 'final-win': { ...entry, builds } };
  return ledgerText({ builds: { ...ledger.builds, earlier: { sha256: '11'.repeat(32) } }, cases });
}

describe('a case', () => {
  it('is executed: result, units, bytes and logs, as the ledger has them', () => {
    const { code, execution } = inspectedJson(CASE);
    const { result, error, units, bytes, instruction, form } = execution;
    expect(code).toBe(0);
    expect({ result, error, units, bytes, instruction, form }).toEqual(ledger.cases['final-win']?.builds.oracle);
    expect(execution.logs).toContainEqual(expect.stringContaining(`consumed ${units} of`));
    expect(execution.ledger).toMatchObject({ file: LEDGER, differences: [] });
    expect(execution.ledger.builds).toMatchObject([{ build: 'oracle', isSameProgram: true, units, differences: [] }]);
    const { stdout } = inspect(CASE);
    expect(stdout).toMatch(new RegExp(`^units {4}${units} compute units$`, 'm'));
    expect(stdout).toMatch(/^ledger {3}oracle: recorded true, \d+ compute units, \d+ bytes; no differences$/m);
    expect(stdout).toMatch(/^ {2}Program \w+ invoke \[1\]$/m);
  });

  it('is compared with each build, in the words of regress', () => {
    const before = project.read(LEDGER);
    project.write(LEDGER, withOtherUnits(recordedUnits() - 29));
    const regress = project.run(['regress', 'cases']).stdout;
    const all = inspect(CASE).stdout;
    const one = inspectedJson(CASE, '--build', 'oracle').execution.ledger.builds;
    const none = inspectedJson(CASE, '--build', 'other').execution;
    project.write(LEDGER, before);
    const [, said = ''] = /units by oracle: (.*)/.exec(regress) ?? [];
    expect(said).toContain('+29 compute units');
    expect(all).toContain(`units: ${said}`);
    expect(all).toMatch(/^ledger {3}earlier: recorded false, \d+ compute units, \d+ bytes$/m);
    expect(all).toContain('The program found the condition false, and now finds it true: k1 - k2 > 0.');
    expect(one).toMatchObject([{ build: 'oracle', differences: [{ kind: 'units' }] }]);
    expect(none).toMatchObject({ ledger: null, notCompared: `${LEDGER} has no entry of final-win for other` });
  });

  it('is executed by another program; the exit code stays that of the offline verdict', () => {
    project.write('broken.so', refusingProgram());
    const { code, execution, valid } = inspectedJson(CASE, '--program', 'broken.so');
    expect([code, valid]).toEqual([0, true]);
    expect(execution).toMatchObject({ result: 'refused', error: 6023, program: { from: 'broken.so' } });
    const [{ isSameProgram, differences }] = execution.ledger.builds;
    expect(isSameProgram).toBe(false);
    expect(differences).toMatchObject([
      { kind: 'verdict', was: 'true', reason: expect.stringMatching(/One of the rules .*StatRoot\b/) },
    ]);
    const page = project.run(['inspect', CASE, '--logs', '--program', 'broken.so', '--html', 'page.html']);
    expect([page.code, page.stdout]).toEqual([0, expect.stringContaining('refused (6023 InvalidStatProof)')]);
    expect(project.read('page.html')).toMatch(/<h2 id="execution">[\s\S]*custom program error: 0x1787<\/code>/);
  });

  it('that is asked something else is executed so, and not compared', () => {
    const { code, execution } = inspectedJson(CASE, '--where', 'k1 - k2 > 5');
    expect([code, execution.result]).toEqual([1, 'false']);
    expect(execution.notCompared).toBe('not compared: --where changes what the case is asked');
  });

  it('that was edited is refused by both', () => {
    project.write('edited.case.json', project.read(CASE).replace(/("value":)3\b/, '$12'));
    const { code, error, execution } = inspectedJson('edited.case.json');
    expect([code, error.number, execution.result, execution.error]).toEqual([2, 6023, 'refused', 6023]);
  });
});

describe('an answer', () => {
  it('needs --roots, and the refusal says so', () => {
    const { code, stderr } = inspect(ANSWER);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^error 7309 .*--roots/)]);
  });

  it('is executed with the account in the file, whatever it holds', () => {
    const right = inspectedJson(ANSWER, '--roots', roots('scores'), '--where', 'k1 - k2 > 0');
    expect(right.code).toBe(0);
    expect(right.execution).toMatchObject({ result: 'true', units: recordedUnits(), ledger: null });
    // Roots of odds: both verifiers refuse the account itself.
    const wrong = inspectedJson(ANSWER, '--roots', roots('odds'));
    expect([wrong.code, wrong.execution.result]).toEqual([2, 'refused']);
    expect([wrong.error.number, wrong.execution.error]).toEqual([6008, 6008]);
  });

  it('signed by the key that is given is executed with it', () => {
    const key = readFileSync(`${ROOT}examples/oracle-key.txt`, 'utf8').trim();
    const signed = [`${ROOT}examples/proofs/final-win-v4.json`, '--roots', roots('scores'), '--oracle-key'];
    expect(inspectedJson(...signed, key).execution).toMatchObject({ result: 'true', form: 'v4' });
    const other = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';
    const refused = inspectedJson(...signed, other);
    expect([refused.error.number, refused.execution.result]).toEqual([6083, 'precompile']);
  });
});

it.each([
  ['--build', 'oracle'],
  ['--program', 'broken.so'],
])('%s without --logs is refused', (option, value) => {
  const { code, stderr } = project.run(['inspect', CASE, option, value]);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^error 7309 .*--logs/)]);
});
