import { afterAll, beforeAll, expect, it } from 'vitest';
import { marketAccount } from '../../ts/sdk/program/account/market.js';
import { oracleConfigAccount } from '../../ts/sdk/program/account/oracleConfig.js';
import { addressBytes } from '../../ts/sdk/program/address/address.js';
import { configAddress, programDataAddress } from '../../ts/sdk/program/address/oracle.js';
import { CLOCK_SYSVAR, UPGRADEABLE_LOADER_ID, ZERO_ADDRESS } from '../../ts/sdk/program/address/runtime.js';
import { TOKEN_PROGRAM_ID } from '../../ts/sdk/program/address/token.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { STAKE_REFUSALS } from '../../ts/sdk/program/settlement/rules/checkStakeTrust.js';
import { AccountNode } from '../helpers/accountNode.js';
import { linesman } from '../helpers/cli.js';
import { clockBytes } from '../helpers/moments.js';
import { key, openMarket, STAKED } from '../helpers/sampleMarket.js';

/** `market show` lists what the guard refuses, by number; `--accept` and the options of trust take from the list. */

const { oracle, settlement } = LOCALNET_PROGRAM_IDS;
const MARKET = key(40);
const AUTHORITY = key(41);
const NOW = STAKED.stakesClose - 60;

let node: AccountNode;
beforeAll(async () => {
  node = await AccountNode.start();
  const mint = new Uint8Array(82);
  mint.set([6, 1], 44);
  // Of the loader: kind and slot, whether there is an authority, and the authority; then the program.
  const programData = new Uint8Array([3, ...new Uint8Array(11), 1, ...addressBytes(AUTHORITY), 127]);
  const config = oracleConfigAccount.encode({
    ...{ admin: key(9), pendingAdmin: ZERO_ADDRESS, publisher: key(9), backendAdmin: key(9) },
    ...{ oracleKey: new Uint8Array(32).fill(3), nextOracleKey: new Uint8Array(32) },
    ...{ serviceMint: key(8), stablecoinMint: key(7), creditPackPrice: 1n, bump: 255 },
    ...{ lateAfter: 0, before: 0, changed: 0 },
    reserved: new Uint8Array(47),
  });
  const terms = { ...STAKED, challengeWindow: 1, attesters: { set: key(5), least: 1 } };
  for (const [address, owner, data] of [
    [CLOCK_SYSVAR, key(9), clockBytes(NOW)],
    [terms.mint, TOKEN_PROGRAM_ID, mint],
    [configAddress(oracle).address, oracle, config],
    [programDataAddress(oracle).address, UPGRADEABLE_LOADER_ID, programData],
    [programDataAddress(settlement).address, UPGRADEABLE_LOADER_ID, programData],
    [MARKET, settlement, marketAccount.encode(openMarket(terms))],
  ] as const)
    node.accounts.set(address, { owner, data });
});
afterAll(() => node.stop());

const show = async (...options: string[]): Promise<string> => {
  const { code, stdout, stderr } = await linesman([
    'market',
    'show',
    '--market',
    MARKET,
    '--rpc',
    node.url,
    ...options,
  ]);
  expect(code, stderr).toBe(0);
  return stdout;
};
const numbers = async (...options: string[]): Promise<number[]> =>
  JSON.parse(await show('--json', ...options)).objections.map((one: { number: number }) => one.number);

it('lists every refusal, in the order of the guard', async () => {
  const all = [7018, 7019, 7039, 7161, 7036, 7038, 7163, 7164];
  expect(await numbers()).toEqual(all);
  expect(all).toEqual(STAKE_REFUSALS.filter((one) => all.includes(one)));
  const text = await show();
  for (const number of all) expect(text).toMatch(new RegExp(`^(refused)? +${number} \\w`, 'm'));
  expect(text).toContain(AUTHORITY);
});

it('leaves out what the options trust or accept', async () => {
  expect(await numbers('--trust-mint', STAKED.mint, '--trust-authority', AUTHORITY, '--accept', '7163,7161')).toEqual([
    7019, 7039, 7036, 7038,
  ]);
});
