import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Market, marketAccount } from '../../ts/sdk/program/account/market.js';
import { matchResultAccount } from '../../ts/sdk/program/account/matchResult.js';
import type { Address } from '../../ts/sdk/program/address/address.js';
import { CLOCK_SYSVAR } from '../../ts/sdk/program/address/runtime.js';
import { resultAddress } from '../../ts/sdk/program/address/settlement.js';
import { TOKEN_PROGRAM_ID } from '../../ts/sdk/program/address/token.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { parseCondition, strategyOf } from '../../ts/sdk/proof/condition.js';
import { AccountNode } from '../helpers/accountNode.js';
import { linesman } from '../helpers/cli.js';
import { clockBytes, momentAt } from '../helpers/moments.js';
import { key, openMarket, resultOf, TERMS } from '../helpers/sampleMarket.js';

/** Every command that shows when a market becomes final shows the earlier end, and the result to watch. */

const { settlement } = LOCALNET_PROGRAM_IDS;
const MARKET = key(40);
const HOUR = 3_600;
const terms = { ...TERMS, statKeys: [1, 2], outcomes: [strategyOf(parseCondition('k1 - k2 > 0'), [1, 2])] };
const NOW = terms.earliest + 2 * HOUR;
const FACTS_SINCE = NOW - HOUR + 60;
const { address: result, bump } = resultAddress(terms, settlement);
const iso = (seconds: number): string => new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z');

let node: AccountNode;
beforeAll(async () => {
  node = await AccountNode.start();
});
afterAll(() => node.stop());
beforeEach(() => {
  const mint = new Uint8Array(82);
  mint[44] = 6;
  mint[45] = 1;
  node.accounts.clear();
  put(terms.mint, TOKEN_PROGRAM_ID, mint);
  put(CLOCK_SYSVAR, key(9), clockBytes(NOW));
});

const put = (address: Address, owner: Address, data: Uint8Array): void =>
  void node.accounts.set(address, { owner, data });
const putMarket = (about: Partial<Market>): void =>
  put(MARKET, settlement, marketAccount.encode(openMarket(terms, about)));
const putResult = (orderKey: bigint, home: number): void =>
  put(
    result,
    settlement,
    matchResultAccount.encode(
      resultOf(terms, {
        ...{ bump, payer: key(3), orderKey },
        ...{ minTimestamp: (terms.earliest + 60) * 1_000, maxTimestamp: (terms.earliest + 60) * 1_000 },
        facts: [home, 1].map((value, i) => ({
          key: i + 1,
          present: true,
          value,
          since: momentAt(FACTS_SINCE),
          current: true,
        })),
      }),
    ),
  );

async function market(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await linesman(['market', ...args, '--rpc', node.url]);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}

const OWN_END = NOW + 30 * 60;
const standing = { outcome: 0, orderKey: 5n, since: momentAt(OWN_END - HOUR), void: false };
const RESULT_END = FACTS_SINCE + HOUR;

it.each<[string, Partial<Market>, (() => void) | null, object | null, string]>([
  ['open, nothing posted', {}, null, null, 'Open'],
  [
    'open, a result posted',
    {},
    () => putResult(6n, 2),
    { at: iso(RESULT_END), isAbout: false, outcome: 0, of: 'result' },
    `Open, by its result 0 yes, final after ${iso(RESULT_END)} (in 60 s); watch its result ${result} too`,
  ],
  [
    'proposed, nothing posted',
    { state: 'Proposed', proposal: standing },
    null,
    { at: iso(OWN_END), isAbout: false, outcome: 0, of: 'market' },
    `Proposed: 0 yes, final after ${iso(OWN_END)} (in 30 min)`,
  ],
  [
    'proposed, another outcome posted before',
    { state: 'Proposed', proposal: standing },
    () => putResult(6n, 1),
    { at: iso(RESULT_END), isAbout: false, outcome: 1, of: 'result' },
    `Proposed: 0 yes, by its result 1 no, final after ${iso(RESULT_END)} (in 60 s); watch its result ${result} too`,
  ],
  [
    'proposed, contradicted by its result',
    { state: 'Proposed', proposal: standing },
    () => putResult(5n, 1),
    { at: iso(terms.stakesClose), isAbout: false, outcome: null, of: 'result' },
    `Proposed: 0 yes, void at once by its result, which contradicts it; watch its result ${result} too`,
  ],
])('a market that is %s', async (_, about, post, end, state) => {
  putMarket(about);
  post?.();
  const document = JSON.parse(await market('show', '--market', MARKET, '--json'));
  expect(document).toMatchObject({ end, result, watch: [MARKET, result] });
  if (end && about.proposal) expect(document.proposal.until).toBe((end as { at: string }).at);
  const shown = await market('show', '--market', MARKET);
  expect(shown).toContain(`state         ${state}\n`);
  expect(shown).toContain(
    post
      ? `watch         this market and its result ${result}; post a later score record there, too\n`
      : `result        ${result}, not posted yet; once it is, its window counts as well\n`,
  );
  expect(await market('list')).toContain(`  ${state}\n`);
  expect(JSON.parse(await market('list', '--json'))).toMatchObject([{ end, result }]);
});

it('a market that asks for a signature has no result to watch', async () => {
  const signed = openMarket({ ...terms, finality: 'signed-final' }, { state: 'Proposed', proposal: standing });
  put(MARKET, settlement, marketAccount.encode(signed));
  expect(JSON.parse(await market('show', '--market', MARKET, '--json'))).toMatchObject({
    end: { of: 'market' },
    result: null,
    watch: [MARKET],
  });
  const shown = await market('show', '--market', MARKET);
  expect(shown).toContain(`Proposed: 0 yes, final after ${iso(OWN_END)} (in 30 min)\n`);
  expect(shown).not.toContain('watch ');
});
