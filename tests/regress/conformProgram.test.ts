import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { address } from '../../ts/sdk/program/address/address.js';
import { instructionDiscriminator } from '../../ts/sdk/program/discriminator.js';
import { shippedProgramAt } from '../../ts/service/roots/chain/shippedProgram.js';
import { linesman, ROOT } from '../helpers/cli.js';
import { refusingProgram } from '../helpers/regress/brokenProgram.js';
import { readCorpus } from '../vectors/corpus.js';
import { resultOnChain } from '../vectors/onChain.js';

/** `linesman conform --program`: builds of the oracle program that do the same, and builds that differ in one thing. */

const folder = mkdtempSync(join(tmpdir(), 'linesman-build-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ELSEWHERE = '6EWQBfT3aKodg4DQkYTASzPnXqsr57dVoj5XwuKDsfs9';
const CORPUS = readCorpus();
const RAN = CORPUS.filter((vector) => !('precompile' in resultOnChain(vector)));
const UNITS = readFileSync(join(ROOT, 'tests/vectors/compute-units.json'), 'utf8').match(/"validate_/g)?.length;
const ORACLE = readFileSync(join(ROOT, 'programs/artifacts/oracle.so'));

const conform = (...args: string[]) => linesman(['conform', '--program', ...args]);

function fileOf(name: string, bytes: Uint8Array): string {
  const file = join(folder, name);
  writeFileSync(file, bytes);
  return file;
}

/** The committed program with other bytes in each place of these. */
function patched(from: Buffer, to: Buffer): Buffer {
  const program = Buffer.from(ORACLE);
  for (let at = program.indexOf(from); at >= 0; at = program.indexOf(from, at + from.length)) to.copy(program, at);
  expect(program.equals(ORACLE)).toBe(false);
  return program;
}

describe('a build that does the same', () => {
  it('passes', async () => {
    const { code, stdout } = await conform('programs/artifacts/oracle.so');
    expect([code, stdout.split('\n')]).toEqual([
      0,
      [
        `skipped: ${CORPUS.length - RAN.length} (a precompile refuses the transaction before the program runs)`,
        expect.stringMatching(`^Corpus \\S+: ${RAN.length} of ${RAN.length} answers are right\\.$`),
        expect.stringMatching(
          `^Compute units: ${UNITS} of ${UNITS} are within 2 % of the ledger; furthest is v4-\\S+: \\d+, not \\d+ \\(`,
        ),
        expect.stringMatching('^Not compared: instructions without a proof'),
        '',
      ],
    ]);
  });

  it('passes in SBPF v0 and at another address', async () => {
    const file = fileOf('elsewhere.so', shippedProgramAt(address(ELSEWHERE), 'oracle', 0));
    const { code, stdout } = await conform(file, '--program-id', ELSEWHERE, '--json');
    expect([code, JSON.parse(stdout)]).toMatchObject([
      0,
      {
        program: { from: file, sbpf: 0, address: ELSEWHERE },
        conforms: true,
        asked: RAN.length,
        misses: [],
        units: { compared: UNITS, tolerance: 0.02, outside: [] },
      },
    ]);
    expect(await conform(file)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^error 7368 .*declares another address than 5M8j[\s\S]*--program-id/),
    });
  });
});

describe('a build that differs', () => {
  it('in results: the rules are named', async () => {
    const { code, stdout } = await conform(fileOf('refusing.so', refusingProgram()));
    const right = RAN.filter(({ expect: { bankrun } }) => 'error' in bankrun && bankrun.error === 6023);
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(`: ${right.length} of ${RAN.length} answers are right\\.`),
    ]);
    expect(stdout).toMatch(/^missed: a valid proof is accepted \(\d+\)\n {2}\S+: invalid \(6023\), not valid, true\n/);
    expect(stdout).toMatch(/^missed: ScoresRoot: .*\n {2}\S+: invalid \(6023\), not invalid \(6004\)$/m);
    expect(stdout).not.toMatch(/^missed: ZeroValue/m);
    expect(stdout).toContain('\nCompute units: 0 of 0 are within 2 % of the ledger.\n');
  });

  it('in compute units: the entries are named, with figures', async () => {
    // The entrance loads it in two halves. It no longer knows the instruction, and leaves it to Anchor's entry point.
    const known = Buffer.from(instructionDiscriminator('validate_stat_v2'));
    const halves = Buffer.alloc(12);
    known.copy(halves, 0, 0, 4);
    known.copy(halves, 8, 4);
    const other = Buffer.from(halves);
    other[0] = (other[0] ?? 0) ^ 1;
    const { code, stdout } = await conform(fileOf('units.so', patched(halves, other)), '--json');
    const { misses, conforms, units } = JSON.parse(stdout);
    const ofV2 = CORPUS.filter((vector) => vector.class === 'valid' && vector.instruction === 'validate_stat_v2');
    expect([code, misses, conforms, units.outside.length]).toEqual([1, [], false, ofV2.length]);
    for (const { name, units: now, recorded, change } of units.outside)
      expect([name, now > 1.02 * recorded, change]).toEqual([expect.stringMatching('v2'), true, now / recorded - 1]);
    expect(units.furthest).toEqual(units.outside[0]);
  });
});

describe('what is no build of the oracle program', () => {
  const v2 = Buffer.from(ORACLE);
  v2.writeUInt32LE(2, 48);
  it.each([
    ['a missing file', 'missing.so', /cannot be read: there is no such file/],
    ['another file', 'package.json', /is not a compiled program/],
    ['SBPF v2', fileOf('v2.so', v2), /is in SBPF v2\.\n.*Build it for v3/],
    [
      'the settlement program',
      'programs/artifacts/settlement.so',
      /is a settlement program.*\n.*npm run cu -- --program/,
    ],
    ['another program', 'tests/programs/artifacts/proxy.so', /neither oracle nor settlement program/],
    ['code that no runtime takes', fileOf('cut.so', ORACLE.subarray(0, -4_096)), /engine refuses the program/],
  ])('%s', async (_, file, message) => {
    const { code, stderr } = await conform(file);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^error 7368 /)]);
    expect(stderr).toMatch(message);
  });

  it.each([
    ['a command', ['--program', 'a.so', '--', 'false'], '--program cannot be combined with a command'],
    ['--list', ['--program', 'a.so', '--list'], '--program cannot be combined with --list'],
    ['--numbers', ['--program', 'a.so', '--numbers'], '--program cannot be combined with --numbers'],
    ['--proofs-only', ['--program', 'a.so', '--proofs-only'], '--program cannot be combined with --proofs-only'],
    ['no --program', ['--program-id', ELSEWHERE, '--', 'false'], '--program-id is for a build of the oracle program'],
  ])('with %s', async (_, args, message) => {
    expect(await linesman(['conform', ...args])).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  });
});
