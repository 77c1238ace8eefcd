import { beforeEach, describe, expect, it } from 'vitest';
import { proofBufferAccount } from '../../ts/sdk/program/account/proofBuffer.js';
import { bufferAddress } from '../../ts/sdk/program/address/settlement.js';
import type { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { bufferIdOf } from '../../ts/sdk/program/settlement/bufferId.js';
import { crowd, finalOf } from '../helpers/keeper/finalRecords.js';
import { TestBuffer } from '../helpers/settlement/buffer.js';
import { ok } from '../helpers/settlement/chain.js';
import { allOf, type MarketOptions, single, type TestMarket } from '../helpers/settlement/market.js';
import { AFTER, KeeperWorld } from '../helpers/world/keeperWorld.js';

const KEYS = [1, 2, 4, 5, 6];
/** Home scores; all keys are used. */
const WIDE: MarketOptions = {
  statKeys: KEYS,
  outcomes: [allOf(...[0, -1, -1, -1, -1].map((threshold, i) => single(i, 'greaterThan', threshold)))],
};

/** Settled with the signed form only, because it has no compact variant. */
const signed = (): MarketOptions => ({ ...WIDE, signer: scene.key.publicKey, finality: 'signed-final' });

const scene = new KeeperWorld().each();
let payer: KeyPair;
beforeEach(async () => {
  payer = scene.chain.fundedKeypair();
});

/** A match with a busy final slot. */
function playBusy(): void {
  const records = scene.play({ totals: { 1: 2, 3: 1, 4: 2, 5: 1, 6: 1, 7: 9, 8: 4 } });
  scene.service.feed('soccer', crowd(finalOf(records)));
}

/** A market on the last match, whose buffer the local chain can find. */
async function market(options: MarketOptions = WIDE) {
  const made = await scene.backed(options);
  scene.node.known.push(bufferOf(made));
  return made;
}

const bufferOf = ({ address }: TestMarket) =>
  bufferAddress(payer.address, bufferIdOf(address), LOCALNET_PROGRAM_IDS.settlement).address;

/** Bytes written so far, `null` when there is no buffer. */
async function written(made: TestMarket): Promise<number | null> {
  const account = await scene.chain.account(bufferOf(made));
  if (!account || account.data.length === 0) return null;
  return proofBufferAccount.decode(account.data).bytes.findLastIndex((byte) => byte !== 0) + 1;
}

/** The connection drops once that many transactions have landed. */
function loseConnectionAfter(count: number): () => void {
  const { send, simulate } = scene.node;
  const start = scene.node.landed.length;
  scene.node.simulate = async (transaction) => {
    if (scene.node.landed.length - start >= count) throw new Error('connection lost');
    return simulate(transaction);
  };
  return () => Object.assign(scene.node, { send, simulate });
}

describe('a proof that exceeds a transaction', () => {
  it('goes through a buffer, which is closed afterwards', async () => {
    playBusy();
    const made = await market();
    await scene.at(AFTER);
    const before = await scene.node.lamports(payer.address);
    const keeper = scene.keeper({ payer, explain: true });
    expect(await keeper.round()).toMatchObject({ failures: 0 });
    expect(scene.actions()).toEqual(['buffer_create', 'buffer_write', 'settle', 'buffer_close']);
    expect(await made.read()).toMatchObject({ state: 'Proposed', proposal: { outcome: 0 } });
    expect(await written(made)).toBeNull();
    // The rent is refunded. Only the fees are gone: one signature per transaction.
    expect(before - (await scene.node.lamports(payer.address))).toBe(5_000n * 4n);
    expect(scene.lines.find(({ event }) => event === 'settle')).toMatchObject({ form: 'buffer', version: 3 });
    const forms = scene.lines.filter(({ event, level }) => event === 'form' && level === 'info');
    expect(forms.map(({ form, reason }) => `${form}: ${reason}`)).toEqual([
      'result: Not taken: 1 open, 2 needed.',
      expect.stringMatching(/^v3: \d+ bytes more than the 1232 that fit\.$/),
      expect.stringMatching(/^compact: \d+ bytes more than the 1232 that fit\.$/),
      'buffer: Taken: no single transaction holds the proof.',
    ]);
    const text = await keeper.metrics.text();
    expect(text).toContain(`transactions_total{action="buffer_write",outcome="landed"} 1`);
    expect(text).toContain('settlements_total{form="buffer"} 1');
    expect(text).toContain('linesman_keeper_buffers 0');
    // And nothing else.
    scene.lines.length = 0;
    await keeper.round();
    expect(scene.actions()).toEqual([]);
  });

  it.each([1, 2, 3])('is resumed where a keeper was stopped after %i transactions', async (count) => {
    playBusy();
    const made = await market(signed());
    await scene.at(AFTER);
    const restore = loseConnectionAfter(count);
    expect(await scene.keeper({ payer }).round()).toMatchObject({ sent: count, failures: 1 });
    restore();
    expect(await written(made)).not.toBeNull();

    // A new process knows nothing but the chain. Written bytes are not written again.
    await scene.keeper({ payer }).round();
    expect(scene.actions()).toEqual(['buffer_create', 'buffer_write', 'buffer_write', 'settle', 'buffer_close']);
    expect(scene.lines.find(({ event }) => event === 'settle')).toMatchObject({ form: 'buffer', version: 4 });
    expect((await made.read()).state).toBe('Proposed');
    expect(await written(made)).toBeNull();
  });

  it('is resumed after a signal, which does not wait for the transaction in flight', async () => {
    playBusy();
    const made = await market();
    await scene.at(AFTER);
    const stop = new AbortController();
    const { send } = scene.node;
    scene.node.send = async (transaction) => {
      await send(transaction);
      stop.abort();
    };
    expect(await scene.keeper({ payer }).round(stop.signal)).toMatchObject({ sent: 0, failures: 0 });
    scene.node.send = send;
    expect(scene.lines.at(-1)).toMatchObject({
      event: 'buffer_create: stopped before its outcome was known',
      signature: scene.node.landed[0],
    });
    expect(await written(made)).toBe(0);
    await scene.keeper({ payer }).round();
    expect(scene.actions()).toEqual(['buffer_write', 'buffer_write', 'settle', 'buffer_close']);
    expect((await made.read()).state).toBe('Proposed');
    expect(await written(made)).toBeNull();
  });

  it('replaces a buffer with another proof', async () => {
    playBusy();
    const made = await market();
    const stale = new TestBuffer(scene.chain, payer, bufferIdOf(made.address));
    ok(await stale.create(new Uint8Array(100).fill(1)));
    await scene.at(AFTER);
    expect(await scene.keeper({ payer }).round()).toMatchObject({ failures: 0 });
    expect((await made.read()).state).toBe('Proposed');
    expect(await written(made)).toBeNull();
  });

  it('is only reported in a dry run', async () => {
    playBusy();
    const made = await market();
    await scene.at(AFTER);
    expect(await scene.keeper({ payer, dryRun: true }).round()).toMatchObject({ sent: 1, failures: 0 });
    expect(scene.events().slice(-2)).toEqual(['would buffer_create', 'would settle']);
    expect(scene.lines.at(-1)).toMatchObject({
      form: 'buffer',
      buffer: bufferOf(made),
      transactions: expect.any(Number),
      outcome: 0,
    });
    expect(scene.node.landed).toEqual([]);
  });

  it('is abandoned half-way when somebody else settles, and its buffer is closed', async () => {
    playBusy();
    const made = await market();
    await scene.at(AFTER);
    const slow = scene.keeper({ payer });
    const restore = loseConnectionAfter(2);
    await slow.round();
    restore();
    await scene.keeper().round();
    expect((await made.read()).state).toBe('Proposed');
    expect(await written(made)).not.toBeNull();
    scene.timers.pass(60_000);
    scene.lines.length = 0;
    expect(await slow.round()).toMatchObject({ failures: 0 });
    expect([scene.actions(), await written(made)]).toEqual([['buffer_close'], null]);
  });
});

describe('buffers that an earlier run has left behind', () => {
  /** A buffer of the payer for a market that does not need it. */
  async function leftBehind(id: bigint): Promise<TestBuffer> {
    const buffer = new TestBuffer(scene.chain, payer, id);
    ok(await buffer.create(new Uint8Array(100).fill(1)));
    scene.node.known.push(buffer.address);
    return buffer;
  }

  it('are closed at the start; buffers of other owners are not', async () => {
    scene.play();
    const made = await scene.backed({ challengeWindow: 0 });
    await scene.at(AFTER);
    await scene.keeper().round();
    const unneeded = await leftBehind(bufferIdOf(made.address));
    const ofNobody = await leftBehind(77n);
    const other = new TestBuffer(scene.chain);
    ok(await other.create(new Uint8Array(100).fill(1)));
    scene.node.known.push(other.address);
    expect(await scene.keeper({ payer }).round()).toMatchObject({ failures: 0 });
    expect([await unneeded.read(), await ofNobody.read()]).toEqual([null, null]);
    expect(await other.read()).not.toBeNull();
  });

  it('are kept while their market may still need them', async () => {
    scene.play();
    const made = await scene.backed();
    const buffer = await leftBehind(bufferIdOf(made.address));
    await scene.at(AFTER);
    scene.service.down = { status: 503 };
    await scene.keeper({ payer }).round();
    expect(await buffer.read()).not.toBeNull();
    scene.service.down = null;
    await scene.keeper({ payer }).round();
    expect([await buffer.read(), (await made.read()).state]).toEqual([null, 'Proposed']);
  });

  it('are left alone by a keeper that is limited to some markets', async () => {
    scene.play();
    const made = await scene.backed({ challengeWindow: 0 });
    await scene.at(AFTER);
    await scene.keeper().round();
    const own = await leftBehind(bufferIdOf(made.address));
    const ofAnother = await leftBehind(78n);
    await scene.keeper({ payer, markets: [made.address] }).round();
    expect(await own.read()).toBeNull();
    expect(await ofAnother.read()).not.toBeNull();
    await scene.keeper({ payer, oracles: [LOCALNET_PROGRAM_IDS.oracle] }).round();
    expect(await ofAnother.read()).not.toBeNull();
  });
});
