import { once } from 'node:events';
import { join } from 'node:path';
import type { ProgramTestContext } from 'solana-bankrun';
import { describe, expect, it } from 'vitest';
import { demo as runDemo } from '../examples/demo/demo.js';
import { LocalChain } from '../examples/demo/localChain.js';
import type { LinesmanError } from '../ts/sdk/error/linesmanError.js';
import { KeyPair } from '../ts/sdk/program/keyPair.js';
import { transferInstruction } from '../ts/sdk/program/systemInstructions.js';
import { buildTransaction } from '../ts/sdk/program/transaction/build.js';
import { signTransaction } from '../ts/sdk/program/transaction/transaction.js';
import { parseCondition, strategyOf } from '../ts/sdk/proof/condition.js';
import { parseProof } from '../ts/sdk/proof/parse.js';
import type { StatProof } from '../ts/sdk/proof/proof.js';
import { verifyStat } from '../ts/sdk/proof/verifyStat.js';
import { AnswerFiles } from './helpers/answerFiles.js';
import { inProcess, start } from './helpers/cli.js';
import { hasRecordings, RECORDINGS, recorded, recordedNames } from './helpers/recordings.js';

/** Runs the demo in this process. */
const demo = (args: readonly string[]) => inProcess((terminal) => runDemo(args, terminal));

process.env.RUST_LOG ??= 'off';

interface Step {
  name: string;
  time: number;
  transactions: number;
  bytes: number | null;
  computeUnits: number | null;
  outcome: 'done' | 'refused';
  error: { number: number; name: string } | null;
  balances: Record<string, number>;
}
const TOKEN = 1_000_000;

const played = async (...args: string[]) => {
  const { code, stdout, stderr } = await demo([...args, '--json']);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as { fixtureId: number; outcome: number; winner: string; paid: number; steps: Step[] };
};

/** Holds in every run: real transactions, one refusal, and no token created or lost. */
function expectSound(steps: readonly Step[], refusal: { number: number; name: string }): void {
  expect(steps.filter(({ outcome }) => outcome === 'refused').map(({ error }) => error)).toEqual([
    expect.objectContaining(refusal),
  ]);
  for (const { transactions, bytes, computeUnits, outcome, balances } of steps) {
    if (transactions > 0 || outcome === 'refused') {
      expect(bytes).toBeGreaterThan(200);
      expect(bytes).toBeLessThanOrEqual(1232);
      expect(computeUnits).toBeGreaterThan(300);
      expect(computeUnits).toBeLessThan(200_000);
    }
    expect(Object.values(balances).reduce((sum, amount) => sum + amount, 0)).toBe(200 * TOKEN);
  }
  const times = steps.map(({ time }) => time);
  expect(times).toEqual([...times].sort((a, b) => a - b));
}

describe('the demo', () => {
  it('plays a simulated match from the oracle configuration to the fee', async () => {
    const { steps, outcome, winner, paid, fixtureId } = await played();
    expect(steps.map(({ name, outcome }) => [name, outcome])).toEqual([
      ['a mint is made, Ann and Ben get 100 tokens each', 'done'],
      ['the oracle is configured by its upgrade authority', 'done'],
      [expect.stringMatching(/^the publisher inserts the \d+ roots of the match$/), 'done'],
      ['a market opens: k1 - k2 > 0', 'done'],
      ['Ann stakes 60 on yes', 'done'],
      ['Ben stakes 40 on no', 'done'],
      ['Ben tries to settle with the proof of half-time', 'refused'],
      ['Ben settles with the final proof', 'done'],
      ['the challenge window is over: final, yes', 'done'],
      ['Ann claims', 'done'],
      ['the fee leaves the vault', 'done'],
    ]);
    // The market takes no update from before the match can be decided.
    expectSound(steps, { number: 6216, name: 'OutsideTimeBounds' });
    // The stake plus the losing stakes, less one percent of the losing stakes.
    expect([fixtureId, outcome, winner, paid]).toEqual([9_000_001, 0, 'ann', 99.6 * TOKEN]);
    const balances = (index: number) => steps[index]?.balances;
    expect(balances(3)).toEqual({ ann: 100 * TOKEN, ben: 100 * TOKEN, fee: 0, vault: 0 });
    expect(balances(5)).toEqual({ ann: 40 * TOKEN, ben: 60 * TOKEN, fee: 0, vault: 100 * TOKEN });
    expect(balances(8)).toEqual(balances(5));
    expect(balances(10)).toEqual({ ann: 139.6 * TOKEN, ben: 60 * TOKEN, fee: 0.4 * TOKEN, vault: 0 });
    expect(steps[2]?.transactions).toBeGreaterThan(10);
  });

  it('is deterministic', async () => {
    const [first, second] = [await demo([]), await demo([])];
    expect(first.code).toBe(0);
    expect(second).toEqual(first);
    expect(first.stdout).toContain('refused: 6216 OutsideTimeBounds. The settlement program refuses: ');
    expect(first.stdout).toContain('Ann was paid 99.6 tokens by market ');
  });

  describe('with a proof from a file', () => {
    const files = new AnswerFiles();

    it.each([
      ['v1', 'k1 - k2 > 0', 'ann'],
      ['v2', 'k1 - k2 > 1', 'ben'],
      ['v3', 'k1 + k2 > 2 and k7 > 3', 'ann'],
      ['v4', 'distance(k1:0, k2:0) < 1', 'ben'],
    ])('settles with a %s answer whether %s: %s', async (name, where, expected) => {
      const { steps, winner, outcome } = await played(
        '--proof',
        files.path(`${name}.json`),
        '--roots',
        files.path('scoresRoots.json'),
        '--where',
        where,
      );
      expect([winner, outcome]).toEqual([expected, expected === 'ann' ? 0 : 1]);
      expectSound(steps, { number: 6023, name: 'InvalidStatProof' });
      expect(steps.map(({ name }) => name)).toContain('the recorded roots of day 20833 are put on the chain');
    });

    it('names the option that is missing or wrong', async () => {
      const proof = ['--proof', files.path('v2.json')];
      const roots = ['--roots', files.path('scoresRoots.json')];
      const where = ['--where', 'k1 - k2 > 0'];
      const error = async (...args: string[]) => {
        const { code, stdout } = await demo([...args, '--json']);
        expect(code).toBe(2);
        return JSON.parse(stdout).error.number;
      };
      expect(await error(...proof)).toBe(7307);
      expect(await error(...proof, ...where)).toBe(7307);
      expect(await error('--proof', files.path('odds.json'), ...roots, ...where)).toBe(7328);
      expect(await error(...proof, '--roots', files.path('otherRootRoots.json'), ...where)).toBe(6004);
      expect(await error(...proof, ...roots, '--where', 'k9 > 0')).toBe(7006);
      expect(await error(...proof, ...roots, ...where, '--sport', 'curling')).toBe(7007);
      const usage = await demo(['--nonsense']);
      expect([usage.code, usage.stderr.includes('unknown option')]).toEqual([2, true]);
    });
  });

  it('runs as a script and prints nothing from the chain', async () => {
    const child = start('examples/demo/main.ts', []);
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    child.stdout.resume();
    const [code] = await once(child, 'close');
    expect([code, stderr]).toEqual([0, '']);
  });

  if (!hasRecordings) {
    it.skip(`has no recordings in ${RECORDINGS} (set LINESMAN_RECORDINGS)`);
    return;
  }
  const proofs = recordedNames('proofs')
    .map((name) => ({ name, file: join(RECORDINGS, 'proofs', name) }))
    .map((one) => ({
      ...one,
      ...(recorded('proofs', one.name) as { roots: string | null; response: unknown }),
    }))
    .filter((one): one is typeof one & { roots: string } => one.roots !== null);
  it.each(proofs)('settles the recorded proof $name according to its content', async ({ file, roots, response }) => {
    const proof = parseProof(response) as StatProof;
    const keys = proof.leaves.map(({ stat }) => stat.key);
    const where = keys.length === 2 ? `k${keys[0]} - k${keys[1]} > 0` : `k${keys[0]} > 0`;
    const args = ['--proof', file, '--roots', join(RECORDINGS, roots), '--where', where];
    const rootsAccount = Buffer.from(recorded(roots).data, 'base64');
    const expected = (() => {
      try {
        const { final, verdict } = verifyStat(proof, {
          sport: 'soccer',
          rootsAccount,
          strategy: strategyOf(parseCondition(where), keys),
        });
        return final ? verdict : 6219;
      } catch (error) {
        return (error as LinesmanError).number;
      }
    })();
    if (typeof expected === 'number') {
      const { code, stdout } = await demo([...args, '--json']);
      expect([code, JSON.parse(stdout).error.number]).toEqual([2, expected]);
    } else {
      const { winner, steps } = await played(...args);
      expect(winner).toBe(expected ? 'ann' : 'ben');
      expectSound(steps, { number: 6023, name: 'InvalidStatProof' });
    }
  });
});

it('recovers from an expired blockhash: the runtime expires it by wall-clock time', async () => {
  const payer = KeyPair.fromSeed(new Uint8Array(32).fill(5));
  const chain = await LocalChain.start(payer.address);
  chain.fund(payer.address);
  const { context } = chain as unknown as { context: ProgramTestContext };
  const pay = (lamports: bigint) => transferInstruction({ from: payer.address, to: payer.address, lamports });
  const build = () =>
    buildTransaction({ chain, programs: chain.programs, payer: payer.address, instructions: [pay(1n)] });
  const transaction = signTransaction((await build()).transaction, [payer]);
  // More blockhashes than a transaction may be old, so that earlier ones expire.
  for (const seen = new Set<string | undefined>(); seen.size < 160; )
    seen.add((await context.banksClient.getLatestBlockhash())?.[0]);
  expect(await chain.simulate(transaction)).toMatchObject({ error: null });
  await chain.process(transaction);
  await chain.send([pay(2n)], [payer]);
});
