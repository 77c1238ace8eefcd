import { Keypair } from '@solana/web3.js';
import { expect, test } from 'vitest';
import { rootOf, slotTimeOf } from '../../ts/format/index.js';
import { insertScoresRootInstruction, LOCALNET_PROGRAM_IDS, type SendingChain } from '../../ts/program/index.js';
import { rootSender } from '../../ts/service/publish/index.js';
import { until } from '../helpers/service/until.js';

const payer = Keypair.fromSeed(new Uint8Array(32).fill(5));
const { oracle } = LOCALNET_PROGRAM_IDS;
const instruction = insertScoresRootInstruction(
  oracle,
  payer.publicKey,
  slotTimeOf(1_800_000_000_000),
  rootOf(new Uint8Array(32).fill(1)),
);

/** A chain on which nothing lands; `asked` is told of every question. */
function stuckChain(asked: (what: string) => void): SendingChain & { sent: number } {
  const chain = {
    sent: 0,
    latestBlockhash: async () => {
      asked('blockhash');
      return payer.publicKey.toBase58();
    },
    simulate: async () => ({ error: null, logs: [], unitsConsumed: 1_000, returnData: null }),
    account: async () => null,
    send: async () => {
      chain.sent++;
    },
    status: async () => {
      asked('status');
      return null;
    },
    isBlockhashValid: async () => true,
  };
  return chain;
}

test('what was not handed over before that never is', async () => {
  const lost = new AbortController();
  const chain = stuckChain((what) => {
    if (what === 'blockhash') lost.abort(new Error('lost'));
  });
  await expect(rootSender({ chain, programs: LOCALNET_PROGRAM_IDS, payer })(instruction, lost.signal)).rejects.toThrow(
    'lost',
  );
  expect(chain.sent).toBe(0);
});

test('what is on its way is not handed over again once another process publishes', async () => {
  const lost = new AbortController();
  let looks = 0;
  const chain = stuckChain((what) => {
    if (what === 'status') looks++;
  });
  const sending = rootSender({ chain, programs: LOCALNET_PROGRAM_IDS, payer })(instruction, lost.signal);
  const failed = expect(sending).rejects.toThrow('lost');
  await until(() => looks === 1);
  lost.abort(new Error('lost'));
  await failed;
  expect([chain.sent, looks]).toEqual([1, 1]);
});
