import { readFileSync } from 'node:fs';
import type { Connection } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AnswerFiles } from '../../../tests/helpers/answerFiles.js';
import { leftOut } from '../../../tests/helpers/leftOut.js';
import { Surf, surfpool } from '../../../tests/helpers/surfpool.js';
import { addressOf } from '../program/address/address.js';
import { scoresRootsAddress } from '../program/address/oracle.js';
import { SYSTEM_PROGRAM_ID } from '../program/address/runtime.js';
import { KeyPair } from '../program/keyPair.js';
import { LOCALNET_PROGRAM_IDS } from '../program/programId.js';
import { validateInstructions } from '../program/proof/validateInstructions.js';
import { buildTransaction } from '../program/transaction/build.js';
import { signTransaction } from '../program/transaction/transaction.js';
import { coveringStrategyOf, parseCondition } from '../proof/condition.js';
import { parseProof } from '../proof/parse.js';
import type { StatProof } from '../proof/proof.js';
import { toVersionedTransaction } from './convert.js';
import { rpcChain, rpcSendingChain } from './rpcChain.js';

const isThere = surfpool() !== null;
if (!isThere) leftOut('rpcChain: @solana/surfpool-linux-x64-gnu is not installed.');

const { oracle } = LOCALNET_PROGRAM_IDS;
const PAYER = KeyPair.fromSeed(new Uint8Array(32).fill(5));

describe.skipIf(!isThere)('rpcChain', () => {
  const files = new AnswerFiles();
  let surf: Surf;
  beforeAll(() => {
    const started = Surf.start({ programId: oracle, path: 'programs/artifacts/oracle.so' });
    if (!started) throw new Error('surfpool does not start');
    surf = started;
    surf.fund(PAYER.address);
    surf.put(scoresRootsAddress(20_833, oracle).address, oracle, readFileSync(files.path('scoresRoots.bin')));
  });
  afterAll(() => {
    surf?.stop();
  });

  const build = (proof: StatProof) => {
    const strategy = coveringStrategyOf(parseCondition('k1 - k2 > 0'), [1, 2]);
    return buildTransaction({
      chain: rpcChain(surf.connection),
      programs: LOCALNET_PROGRAM_IDS,
      payer: PAYER.address,
      instructions: validateInstructions({ oracle, proof, strategy }),
    });
  };

  it('measures the compute units that the transaction then runs with', async () => {
    const { transaction, unitsConsumed, computeUnitLimit } = await build(parseProof(files.answers.v2) as StatProof);
    expect(unitsConsumed).toBeGreaterThan(1000);
    expect(computeUnitLimit).toBe(Math.ceil((unitsConsumed * 110) / 100));
    const signed = toVersionedTransaction(signTransaction(transaction, [PAYER]));
    const { value } = await surf.connection.simulateTransaction(signed, { sigVerify: true });
    expect([value.err, value.returnData?.data[0]]).toEqual([null, 'AQ==']);
  });

  it('reports why the program refused', async () => {
    const proof = parseProof(files.answers.v2) as StatProof;
    const leaves = proof.leaves.map(({ stat, statProof }) => ({ stat: { ...stat, value: 9 }, statProof }));
    await expect(build({ ...proof, leaves } as StatProof)).rejects.toMatchObject({ number: 6023 });
  });

  it('reads accounts with their owners', async () => {
    const chain = rpcChain(surf.connection);
    const found = await chain.account(scoresRootsAddress(20_833, oracle).address);
    expect(found?.owner).toEqual(oracle);
    expect(Buffer.from(found?.data ?? [])).toEqual(readFileSync(files.path('scoresRoots.bin')));
    expect((await chain.account(PAYER.address))?.owner).toEqual(SYSTEM_PROGRAM_ID);
    expect(await chain.account(addressOf(new Uint8Array(32).fill(77)))).toBeNull();
  });
});

describe('status of a transaction', () => {
  const FAILED = { InstructionError: [0, { Custom: 6214 }] };
  const logs = ['Program log: what it failed for'];
  /** A node that has seen the transaction in a block of this commitment. */
  const nodeAt = (confirmationStatus: string, err: unknown) =>
    rpcSendingChain({
      getSignatureStatuses: async () => ({ value: [{ confirmationStatus, err, slot: 7, confirmations: 0 }] }),
      // Nodes answer `getTransaction` from confirmed blocks only.
      getTransaction: async () => (confirmationStatus === 'processed' ? null : { meta: { logMessages: logs } }),
    } as unknown as Connection);

  // Until its block is confirmed, accounts still show their earlier state. If a transaction lost to another one in its
  // block, they would not show why.
  it.each([null, FAILED])('is unknown until its block is confirmed: %j', async (err) => {
    expect(await nodeAt('processed', err).status('signature')).toBeNull();
  });

  it.each(['confirmed', 'finalized'])('is known once it is %s', async (level) => {
    expect(await nodeAt(level, null).status('signature')).toEqual({ error: null, logs: [] });
    expect(await nodeAt(level, FAILED).status('signature')).toEqual({ error: FAILED, logs });
  });
});

describe('many transactions', () => {
  it('are asked for 256 at a time, without the history of the node', async () => {
    const asked: unknown[] = [];
    const chain = rpcSendingChain({
      getSignatureStatuses: async (signatures: string[], options: unknown) => {
        asked.push([signatures.length, options]);
        return {
          value: signatures.map((one) => (one === 's300' ? { confirmationStatus: 'confirmed', err: null } : null)),
        };
      },
    } as unknown as Connection);
    const found = await chain.statuses(Array.from({ length: 600 }, (_, i) => `s${i}`));
    const options = { searchTransactionHistory: false };
    expect(asked).toEqual([256, 256, 88].map((count) => [count, options]));
    expect(found).toHaveLength(600);
    expect(found.flatMap((status, i) => (status ? [[i, status]] : []))).toEqual([[300, { error: null, logs: [] }]]);
  });

  it('share a blockhash of the commitment, whose last height it gives', async () => {
    const chain = rpcSendingChain({
      getLatestBlockhashAndContext: async (commitment: string) => ({
        context: { slot: 7 },
        value: { blockhash: commitment, lastValidBlockHeight: 9 },
      }),
      getBlockHeight: async (commitment: string) => (commitment === 'finalized' ? 5 : 7),
    } as unknown as Connection);
    expect(await chain.recentBlockhash()).toEqual({ blockhash: 'confirmed', lastValidBlockHeight: 9 });
    expect(await chain.blockHeight()).toBe(7);
  });
});
