import { ComputeBudgetProgram } from '@solana/web3.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { proveStats, proveStatsTogether } from '../../ts/records/batch/prove.js';
import { scoreBatches } from '../../ts/records/batch/scoreBatch.js';
import { LinesmanError } from '../../ts/sdk/error/linesmanError.js';
import { rootOf } from '../../ts/sdk/format/hash.js';
import { signedDigest } from '../../ts/sdk/format/statValidationInput.js';
import type { NDimensionalStrategy } from '../../ts/sdk/format/strategy.js';
import { OracleKey } from '../../ts/sdk/node/oracleKey.js';
import { rootsAccount } from '../../ts/sdk/program/account/rootsAccountBytes.js';
import { userValidationStateAccount } from '../../ts/sdk/program/account/userValidationState.js';
import { SYSTEM_PROGRAM_ID } from '../../ts/sdk/program/address/runtime.js';
import type { Instruction } from '../../ts/sdk/program/instruction/instruction.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { validateInstructions } from '../../ts/sdk/program/proof/validateInstructions.js';
import { transferInstruction } from '../../ts/sdk/program/systemInstructions.js';
import { type BuildParameters, buildTransaction } from '../../ts/sdk/program/transaction/build.js';
import { encodeTransaction, signTransaction } from '../../ts/sdk/program/transaction/transaction.js';
import { multiproofPayload } from '../../ts/sdk/proof/payload.js';
import type { StatProof, StatProofV4 } from '../../ts/sdk/proof/proof.js';
import type { LiteBank } from '../helpers/liteBank.js';
import { lookupTable } from '../helpers/localBank.js';
import { putConfig, putCredits, ROLES, startOracle } from '../helpers/oracleBank.js';
import { scorelineOf } from '../helpers/scoreline/scoreline.js';

const PROGRAMS = LOCALNET_PROGRAM_IDS;
const FIXTURE = 9_000_001;
const PAYER = ROLES.user;
const ORACLE_KEY = new OracleKey(new Uint8Array(32).fill(9));

const match = scorelineOf({
  seed: 'build',
  sport: 'soccer',
  fixtureId: FIXTURE,
  startTime: Date.UTC(2027, 0, 15),
  totals: { 1: 2, 2: 1, 7: 5, 8: 3 },
});
const final = match.records.findIndex(({ Action }) => Action === 'game_finalised');
const batch = scoreBatches([{ ...match, records: match.records.slice(final, final + 1) }])[0];
if (!batch) throw new Error('the match has no batch');
const asked = (keys: number[]) => ({ fixtureId: FIXTURE, seq: final, keys });

/** Every stat of the proof is above -1. */
const strategyFor = (proof: StatProof): NDimensionalStrategy => ({
  geometricTargets: [],
  distancePredicate: null,
  discretePredicates: proof.leaves.map((_, index) => ({
    single: { index, predicate: { threshold: -1, comparison: { greaterThan: {} } } },
  })),
});
const validate = (proof: StatProof): Instruction[] =>
  validateInstructions({
    oracle: PROGRAMS.oracle,
    proof,
    strategy: strategyFor(proof),
    signedBy: { user: PAYER.address, oracleKey: ORACLE_KEY.publicKey },
  });

let bank: LiteBank;

beforeAll(async () => {
  bank = await startOracle();
  const { epochDay, slot } = batch.time;
  const { address, data } = rootsAccount(
    'scores',
    epochDay,
    new Map([[slot, rootOf(batch.tree.root)]]),
    PROGRAMS.oracle,
  );
  bank.put(address, PROGRAMS.oracle, data);
});

const build = (instructions: Instruction[], more: Partial<BuildParameters> = {}) =>
  buildTransaction({ chain: bank.chain, programs: PROGRAMS, payer: PAYER.address, instructions, ...more });

async function refused(instructions: Instruction[]): Promise<LinesmanError> {
  try {
    await build(instructions);
  } catch (error) {
    if (error instanceof LinesmanError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('a transaction', () => {
  it('requests a tenth more units than the simulation used, and succeeds with them', async () => {
    const instructions = validate(proveStats(batch, asked([1, 2])));
    const built = await build(instructions);
    expect(built.unitsConsumed).toBeGreaterThan(1000);
    expect(built.computeUnitLimit).toBe(Math.ceil((built.unitsConsumed * 110) / 100));
    const signed = signTransaction(built.transaction, [PAYER]);
    expect(encodeTransaction(signed).length).toBe(built.size);
    const [limit] = signed.message.instructions;
    const expected = ComputeBudgetProgram.setComputeUnitLimit({ units: built.computeUnitLimit });
    expect(Buffer.from(limit?.data ?? [])).toEqual(expected.data);
    const sent = await bank.submit(signed);
    expect(sent.unitsConsumed).toBe(built.unitsConsumed);
    expect(sent.returned).toEqual(new Uint8Array([1]));
  });

  it('sets a price only when one is given', async () => {
    const instructions = validate(proveStats(batch, asked([1])));
    const free = await build(instructions);
    const paid = await build(instructions, { microLamportsPerUnit: 7n });
    expect(free.transaction.message.instructions.length).toBe(2);
    const price = paid.transaction.message.instructions[1];
    expect(Buffer.from(price?.data ?? [])).toEqual(
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 7n }).data,
    );
  });

  it('that cannot hold the proof is refused with its sizes before simulation', async () => {
    const proof = proveStats(batch, asked([1, 2, 7, 8]));
    // As deep as in a slot with a million fixtures.
    const mainTreeProof = Array.from({ length: 20 }, () => ({ hash: batch.tree.root, isRightSibling: true }));
    const instructions = validate({ ...proof, mainTreeProof });
    const error = await refused(instructions);
    const bytes = instructions[0]?.data.length;
    const size = Number(error.context.size);
    expect(error.number).toBe(7008);
    expect(size).toBeGreaterThan(1232);
    expect(error.context).toMatchObject({ limit: 1232, data: [{ instruction: 'validate_stat_v2', bytes }] });
    expect(error.message).toBe(
      `The transaction has ${size} bytes, ${size - 1232} more than the 1232 that fit; ` +
        `the data of validate_stat_v2 alone has ${bytes}.`,
    );
  });

  it('that one of our programs refuses has the error number', async () => {
    const proof = proveStatsTogether(batch, asked([1, 2]));
    const leaves = proof.leaves.map(({ stat, statProof }) => ({ stat: { ...stat, value: stat.value + 1 }, statProof }));
    const error = await refused(validate({ ...proof, leaves }));
    expect([error.number, error.context.program]).toEqual([6023, 'oracle']);
    expect(error.context.size).toBeGreaterThan(300);
    expect(error.context.unitsConsumed).toBeGreaterThan(1000);
  });

  it('that fails in another program is 7021 and names that program', async () => {
    const transfer = { from: PAYER.address, to: PROGRAMS.oracle, lamports: 10n ** 15n };
    const error = await refused([transferInstruction(transfer)]);
    expect(error.number).toBe(7021);
    expect(error.message).toContain(SYSTEM_PROGRAM_ID);
  });

  it('of a signed proof keeps the signature directly before it, and is shorter with a lookup table', async () => {
    const proof = proveStatsTogether(batch, asked([1, 2, 7, 8]));
    const signature = ORACLE_KEY.sign(signedDigest(multiproofPayload(proof)));
    const signed: StatProofV4 = { ...proof, version: 4, signature };
    const credits = putCredits(bank, PAYER.address, 2);
    putConfig(bank, { oracleKey: ORACLE_KEY.publicKey });
    const instructions = validate(signed);
    const keys = instructions[1]?.accounts.map(({ address }) => address) ?? [];
    const table = lookupTable(bank, keys);
    const without = await build(instructions);
    const { transaction, size, ...built } = await build(instructions, { lookupTables: [table] });
    // Four accounts are looked up: 32 bytes each become 1, plus 34 bytes for the table and 2 for the versioned message.
    expect(size).toBe(without.size - 4 * 31 + 36);
    expect(transaction.message.version).toBe(0);
    const sent = await bank.submit(signTransaction(transaction, [PAYER]));
    expect(sent.returned).toEqual(new Uint8Array([1]));
    expect(sent.unitsConsumed).toBeLessThanOrEqual(built.computeUnitLimit);
    const left = userValidationStateAccount.decode((await bank.account(credits))?.data ?? new Uint8Array());
    expect(left.credits).toBe(1);
  });
});
