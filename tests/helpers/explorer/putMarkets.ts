import { epochDay, slotIndex } from '../../../ts/sdk/format/slotTime.js';
import { type Market, marketAccount } from '../../../ts/sdk/program/account/market.js';
import { oracleConfigAccount } from '../../../ts/sdk/program/account/oracleConfig.js';
import { type Address, addressOf } from '../../../ts/sdk/program/address/address.js';
import { configAddress } from '../../../ts/sdk/program/address/oracle.js';
import { CLOCK_SYSVAR, ZERO_ADDRESS } from '../../../ts/sdk/program/address/runtime.js';
import { TOKEN_PROGRAM_ID } from '../../../ts/sdk/program/address/token.js';
import { LOCALNET_PROGRAM_IDS } from '../../../ts/sdk/program/programId.js';
import { handicapTerms } from '../../../ts/sdk/program/settlement/lines.js';
import { orderKeyOf } from '../../../ts/sdk/program/settlement/rules/orderKey.js';
import { parseCondition, strategyOf } from '../../../ts/sdk/proof/condition.js';
import type { AccountNode } from '../accountNode.js';
import { clockBytes, momentAt } from '../moments.js';
import { key, openMarket, TERMS } from '../sampleMarket.js';
import { DAY, ID, MINUTE, SLOT, START } from '../service/sentRecords.js';

const { oracle, settlement } = LOCALNET_PROGRAM_IDS;
const MINT = key(7);
const KEYS = [1, 2];
type PutMarket = Market['state'] | 'Splits';
const seconds = (ms: number): number => Math.floor(ms / 1_000);

/**
 * Puts a market of each state on the match of soccer, and one with splits, into the accounts of a node, with the
 * configuration, the token and the clock that their pages read. `now`: Unix ms.
 */
export function putMarkets({ accounts }: AccountNode, now: number): Readonly<Record<PutMarket, Address>> {
  const clock = clockBytes(seconds(now));
  accounts.set(CLOCK_SYSVAR, { owner: addressOf(new Uint8Array(32).fill(1)), data: clock });
  const mint = new Uint8Array(82);
  // 6 decimals, initialised.
  mint.set([6, 1], 44);
  accounts.set(MINT, { owner: TOKEN_PROGRAM_ID, data: mint });
  const config = oracleConfigAccount.encode({
    ...{ admin: key(9), pendingAdmin: ZERO_ADDRESS, publisher: key(9), backendAdmin: key(9) },
    ...{ oracleKey: new Uint8Array(32).fill(3), nextOracleKey: new Uint8Array(32) },
    ...{ serviceMint: key(8), stablecoinMint: MINT, creditPackPrice: 1n, bump: 255, lateAfter: 0 },
    before: 0,
    changed: 0,
    reserved: new Uint8Array(47),
  });
  accounts.set(configAddress(oracle).address, { owner: oracle, data: config });

  const terms = {
    ...TERMS,
    ...{ fixtureId: ID.soccer, mint: MINT, statKeys: KEYS },
    outcomes: ['k1 - k2 > 0', 'k2 - k1 > 0'].map((text) => strategyOf(parseCondition(text), KEYS)),
    stakesClose: seconds(START),
    ...{ earliest: seconds(START), latest: seconds(START + DAY), voidAfter: seconds(START + 3 * DAY) },
  };
  const orderKey = orderKeyOf({
    epochDay: epochDay(Math.floor(START / DAY)),
    slot: slotIndex((START % DAY) / SLOT),
    updateIndex: 3,
  });
  const proposal = { outcome: 0, orderKey, since: momentAt(seconds(now - MINUTE)), void: false };
  const staked = {
    totals: [1_234_567_890_123n, 25_000_000n, 999_000_000n, ...Array.from({ length: 5 }, () => 0n)],
    openPositions: 12n,
  };
  const markets = {
    Open: openMarket({ ...terms, stakesClose: seconds(now + DAY), latest: seconds(now + 2 * DAY) }, staked),
    Proposed: openMarket(terms, { ...staked, state: 'Proposed', proposal }),
    Final: openMarket(terms, { ...staked, state: 'Final', proposal, parlays: 2 }),
    Void: openMarket(terms, { ...staked, state: 'Void', refund: true }),
    // Drawn: half of what was staked on the home side is lost.
    Splits: openMarket(
      { ...terms, ...handicapTerms('soccer', -0.25), minimumStake: 2n },
      { ...staked, totals: staked.totals.with(2, 0n), state: 'Final', proposal: { ...proposal, outcome: 1 } },
    ),
  };
  const put = Object.entries(markets).map(([state, market], i) => {
    const address = key(200 + i);
    accounts.set(address, { owner: settlement, data: marketAccount.encode(market) });
    return [state, address] as const;
  });
  return Object.fromEntries(put) as Record<PutMarket, Address>;
}
