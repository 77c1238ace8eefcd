import { ComputeBudgetProgram } from '@solana/web3.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { LocalChain } from '../../examples/demo/localChain.js';
import { LinesmanError } from '../../ts/linesman/error/index.js';
import { type NDimensionalStrategy, rootOf, signedDigest } from '../../ts/linesman/format/index.js';
import { OracleKey } from '../../ts/linesman/node/index.js';
import {
  type Address,
  address,
  addressBytes,
  type BuildParameters,
  buildTransaction,
  configAddress,
  encodeTransaction,
  type Instruction,
  KeyPair,
  LOCALNET_PROGRAM_IDS,
  type LookupTable,
  oracleConfigAccount,
  SYSTEM_PROGRAM_ID,
  signTransaction,
  transferInstruction,
  userValidationStateAccount,
  userValidationStateAddress,
  validateInstructions,
  ZERO_ADDRESS,
} from '../../ts/linesman/program/index.js';
import { multiproofPayload, type StatProof, type StatProofV4 } from '../../ts/linesman/proof/index.js';
import { proveStats, proveStatsTogether, rootsAccount, scoreBatches } from '../../ts/service/batch/index.js';
import { scorelineOf } from '../../ts/service/season/scoreline/index.js';

process.env.RUST_LOG ??= 'off';

const PROGRAMS = LOCALNET_PROGRAM_IDS;
const FIXTURE = 9_000_001;
const PAYER = KeyPair.fromSeed(new Uint8Array(32).fill(5));
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

let chain: LocalChain;

beforeAll(async () => {
  chain = await LocalChain.start(PAYER.address);
  chain.fund(PAYER.address);
  const { epochDay, slot } = batch.time;
  const { address, data } = rootsAccount(
    'scores',
    epochDay,
    new Map([[slot, rootOf(batch.tree.root)]]),
    PROGRAMS.oracle,
  );
  chain.put(address, PROGRAMS.oracle, data);
});

const build = (instructions: Instruction[], more: Partial<BuildParameters> = {}) =>
  buildTransaction({ chain, programs: PROGRAMS, payer: PAYER.address, instructions, ...more });

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
    const sent = await chain.send(instructions, [PAYER]);
    expect(sent.computeUnits).toBe(sent.unitsConsumed);
    expect(sent.returnData).toEqual(new Uint8Array([1]));
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
    const credits = userValidationStateAddress(PAYER.address, PROGRAMS.oracle).address;
    chain.put(credits, PROGRAMS.oracle, userValidationStateAccount.encode({ owner: PAYER.address, credits: 2 }));
    putConfig();
    const instructions = validate(signed);
    const keys = instructions[1]?.accounts.map(({ address }) => address) ?? [];
    const table = putLookupTable(keys);
    const without = await build(instructions);
    const { transaction, size, ...built } = await build(instructions, { lookupTables: [table] });
    // Four accounts are looked up: 32 bytes each become 1, plus 34 bytes for the table and 2 for the versioned message.
    expect(size).toBe(without.size - 4 * 31 + 36);
    expect(transaction.message.version).toBe(0);
    const sent = await chain.process(signTransaction(transaction, [PAYER]));
    expect(sent.returnData).toEqual(new Uint8Array([1]));
    expect(sent.computeUnits).toBeLessThanOrEqual(built.computeUnitLimit);
    const left = userValidationStateAccount.decode((await chain.account(credits))?.data ?? new Uint8Array());
    expect(left.credits).toBe(1);
  });
});

function putConfig(): void {
  const nobody = ZERO_ADDRESS;
  const { address, bump } = configAddress(PROGRAMS.oracle);
  const data = oracleConfigAccount.encode({
    admin: PAYER.address,
    pendingAdmin: nobody,
    publisher: nobody,
    backendAdmin: nobody,
    oracleKey: ORACLE_KEY.publicKey,
    nextOracleKey: new Uint8Array(32),
    serviceMint: nobody,
    stablecoinMint: nobody,
    creditPackPrice: 1n,
    bump,
    reserved: new Uint8Array(63),
  });
  chain.put(address, PROGRAMS.oracle, data);
}

/** A lookup table as the chain holds it: a header of 56 bytes, then the addresses. */
function putLookupTable(addresses: Address[]): LookupTable {
  const key = KeyPair.fromSeed(new Uint8Array(32).fill(7)).address;
  const header = Buffer.alloc(56);
  header.writeUInt32LE(1);
  header.writeBigUInt64LE(2n ** 64n - 1n, 4);
  const data = Buffer.concat([header, ...addresses.map((address) => addressBytes(address))]);
  chain.put(key, address('AddressLookupTab1e1111111111111111111111111'), data);
  return { address: key, addresses };
}
