import { afterAll, beforeAll, expect, test } from 'vitest';
import { configAddress } from '../../ts/sdk/program/address/oracle.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { AccountNode } from '../helpers/accountNode.js';
import { linesman } from '../helpers/cli.js';
import { putMarkets } from '../helpers/explorer/putMarkets.js';
import { configBytes } from '../helpers/oracleBank.js';
import { START } from '../helpers/service/sentRecords.js';

/** `linesman market show` says until when the publisher of the market's oracle alone may publish a root. */

let node: AccountNode;
beforeAll(async () => {
  node = await AccountNode.start();
});
afterAll(() => node.stop());

test.each([
  [0, /^roots +no limit: the publisher alone can decide it with roots of any time/m],
  [21_600, /^roots +later than 21600 s after their time only with the admin of the oracle$/m],
  [null, /^roots +unknown: the oracle has no configuration/m],
])('a bound of %s', async (lateAfter, words) => {
  const { oracle } = LOCALNET_PROGRAM_IDS;
  const { Open } = putMarkets(node, START);
  const { address } = configAddress(oracle);
  if (lateAfter === null) node.accounts.delete(address);
  else node.accounts.set(address, { owner: oracle, data: configBytes({ lateAfter }) });
  const show = ['market', 'show', '--market', Open, '--rpc', node.url];
  node.asked.length = 0;
  expect((await linesman(show)).stdout).toMatch(words);
  // Once for what is shown and whom to trust, once with the programs.
  expect(node.asked.filter((one) => one === address)).toHaveLength(2);
  expect(JSON.parse((await linesman([...show, '--json'])).stdout).lateAfter).toBe(lateAfter);
});
