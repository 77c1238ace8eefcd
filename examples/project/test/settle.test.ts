import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type LocalChain, openLocalChain } from '@linesman/regress';
import {
  type Address,
  fetchAccount,
  finaliseInstruction,
  KeyPair,
  LOCALNET_PROGRAM_IDS,
  marketAccount,
  parseProof,
  sendTransaction,
} from '@linesman/sdk';
import { INVALID_STAT_PROOF, NOT_FINAL } from '@linesman/sdk/error';
import { readCase } from '@linesman/sdk/prove';
import { type Dapp, settle } from '../src/settle.js';
import { openMarket } from './openMarket.js';

// The dapp on a chain in this process, with the recorded proofs. It needs no network.

const HOUR = 3_600;
/** The match of the cases, Unix seconds. */
const KICK_OFF = Date.UTC(2027, 0, 15, 15) / 1_000;
const FIXTURE = 18_400_001;

const programs = LOCALNET_PROGRAM_IDS;
let dapp: Dapp & { readonly chain: LocalChain };
let market: Address;

beforeEach(async () => {
  const chain = await openLocalChain({ time: KICK_OFF - HOUR });
  const wallet = KeyPair.generate();
  chain.fund(wallet.address);
  dapp = { chain, programs, wallet };
  market = await openMarket(dapp, FIXTURE, KICK_OFF);
  chain.setTime(KICK_OFF + 3 * HOUR);
});

const stateOf = async () => {
  const { state, proposal } = await fetchAccount(dapp.chain, marketAccount, market, programs.settlement);
  return { state, outcome: proposal.outcome };
};

/** Settles with the proof of a case, whose root is on the chain. */
async function settleWith(name: string) {
  const file = `cases/${name}.case.json`;
  const recorded = readCase(readFileSync(file), file);
  dapp.chain.publish(recorded);
  const proof = parseProof(recorded.answer);
  assert(proof.kind === 'stat', 'a market settles with a stat proof');
  return await settle(dapp, market, { proof });
}

test('the final score settles the market, and the result is final after the challenge window', async () => {
  assert.match(`${await settleWith('home-win')}`, /^[1-9A-HJ-NP-Za-km-z]{64,88}$/);
  assert.deepEqual(await stateOf(), { state: 'Proposed', outcome: 0 });
  dapp.chain.setTime(KICK_OFF + 5 * HOUR);
  const instructions = [finaliseInstruction(programs, market)];
  await sendTransaction({ chain: dapp.chain, programs, payer: dapp.wallet, instructions, sleep });
  assert.deepEqual(await stateOf(), { state: 'Final', outcome: 0 });
});

test('the score at half-time does not', async () => {
  await assert.rejects(settleWith('half-time-score'), { number: NOT_FINAL });
  assert.equal((await stateOf()).state, 'Open');
});

test('a score that the oracle did not publish does not', async () => {
  await assert.rejects(settleWith('changed-score'), { number: INVALID_STAT_PROOF });
  assert.equal((await stateOf()).state, 'Open');
});
