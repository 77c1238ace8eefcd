import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { type LocalChain, openLocalChain } from '../../ts/regress/local/localChain.js';
import { chainMoment } from '../../ts/sdk/program/account/chainTime.js';
import { fetchAccount } from '../../ts/sdk/program/account/fetchAccount.js';
import { marketAccount } from '../../ts/sdk/program/account/market.js';
import { CLOCK_SYSVAR } from '../../ts/sdk/program/address/runtime.js';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { transferInstruction } from '../../ts/sdk/program/systemInstructions.js';
import { buildTransaction } from '../../ts/sdk/program/transaction/build.js';
import { sendTransaction } from '../../ts/sdk/program/transaction/send.js';
import { signatureOf, signTransaction } from '../../ts/sdk/program/transaction/transaction.js';
import { readCase } from '../../ts/sdk/prove/caseFile.js';

/** The chain for the tests of others. The project of `linesman init` settles a market on it. */

const TIME = 1_800_000_000;
const programs = LOCALNET_PROGRAM_IDS;
const sleep = () => Promise.reject(new Error('nothing waits on this chain'));
const caseOf = (name: string) => {
  const file = `examples/project/cases/${name}.case.json`;
  return readCase(readFileSync(new URL(`../../${file}`, import.meta.url)), file);
};

let chain: LocalChain;
let ann: KeyPair;
let ben: KeyPair;
beforeEach(async () => {
  chain = await openLocalChain({ time: TIME });
  ann = KeyPair.fromSeed(new Uint8Array(32).fill(1));
  ben = KeyPair.fromSeed(new Uint8Array(32).fill(2));
  chain.fund(ann.address);
});

const pay = (lamports: bigint) => [transferInstruction({ from: ann.address, to: ben.address, lamports })];

describe('a local chain', () => {
  it('executes the same instructions twice', async () => {
    const lamports = BigInt(await chain.rent(0));
    const send = () => sendTransaction({ chain, programs, payer: ann, instructions: pay(lamports), sleep });
    const [first, second] = [await send(), await send()];
    expect(first.signature).not.toBe(second.signature);
    chain.fund(ann.address, 0);
    // Twice the rent is there to be sent on, less the fee.
    const instructions = [
      transferInstruction({ from: ben.address, to: ann.address, lamports: 2n * lamports - 5_000n }),
    ];
    await sendTransaction({ chain, programs, payer: ben, instructions, sleep });
    expect(await chain.account(ben.address)).toBeNull();
  });

  it('takes a transaction once, and knows its status', async () => {
    const built = await buildTransaction({ chain, programs, payer: ann.address, instructions: pay(10_000_000n) });
    const signed = signTransaction(built.transaction, [ann]);
    expect(await chain.status(signatureOf(signed))).toBeNull();
    await chain.send(signed);
    await chain.send(signed);
    expect(await chain.status(signatureOf(signed))).toMatchObject({ error: null });
  });

  it('refuses a wrong signature', async () => {
    const built = await buildTransaction({ chain, programs, payer: ann.address, instructions: pay(10_000_000n) });
    const signed = signTransaction(built.transaction, [ann]);
    const forged = { ...signed, signatures: signed.signatures.map((bytes) => bytes.map((byte) => byte ^ 1)) };
    await chain.send(forged);
    expect(await chain.status(signatureOf(forged))).toMatchObject({ error: expect.stringMatching(/./) });
    expect(await chain.account(ben.address)).toBeNull();
  });

  it('simulates without changing anything', async () => {
    const { transaction } = await buildTransaction({
      chain,
      programs,
      payer: ann.address,
      instructions: pay(10_000_000n),
    });
    expect(await chain.simulate(transaction)).toMatchObject({ error: null, returnData: null });
    expect(await chain.account(ben.address)).toBeNull();
  });

  it('has the time that was set', async () => {
    const timeOf = async () => {
      const { data } = (await chain.account(CLOCK_SYSVAR)) ?? {};
      return data && Buffer.from(data).readBigInt64LE(32);
    };
    expect(await timeOf()).toBe(BigInt(TIME));
    chain.setTime(TIME + 60.9);
    expect(await timeOf()).toBe(BigInt(TIME + 60));
  });

  it('makes 5 slots in 2 s, back and forth, and none in a halt', async () => {
    const moment = () => chainMoment(chain);
    chain.setTime(TIME + 60);
    const start = await moment();
    expect(start.seconds).toBe(TIME + 60);
    const slots = async () => (await moment()).slot - start.slot;
    chain.setTime(TIME + 60 + 86_400);
    expect(await slots()).toBe(216_000);
    for (const time of [TIME + 61, TIME + 59, TIME + 63]) chain.setTime(time);
    chain.setTime(TIME + 60);
    expect(await moment()).toEqual(start);
    chain.setTimeInHalt(TIME + 90_000);
    expect(await moment()).toEqual({ ...start, seconds: TIME + 90_000 });
    chain.setTimeInHalt(TIME + 60);
  });

  it('keeps the roots of several cases in one account', async () => {
    const [final, halfTime] = [caseOf('home-win'), caseOf('half-time-score')];
    if (final.roots === null || halfTime.roots === null) throw new Error('the cases have no roots');
    expect(final.roots.address).toBe(halfTime.roots.address);
    chain.publish(final);
    chain.publish(halfTime);
    const account = await chain.account(final.roots.address);
    const hex = Buffer.from(account?.data ?? []).toString('hex');
    expect([account?.owner, hex.includes(final.roots.root), hex.includes(halfTime.roots.root)]).toEqual([
      programs.oracle,
      true,
      true,
    ]);
    chain.publish({ ...final, roots: null });
  });

  it('has no market before one is opened', async () => {
    await expect(fetchAccount(chain, marketAccount, ben.address, programs.settlement)).rejects.toThrow();
  });

  it('refuses what is no program', async () => {
    const bytes = new Uint8Array(100);
    const opening = openLocalChain({ time: TIME, programs: [{ programId: programs.oracle, bytes, from: 'nothing' }] });
    await expect(opening).rejects.toMatchObject({ name: 'ProgramNotUsable' });
  });
});
