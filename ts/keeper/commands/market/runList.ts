import { EXIT, json, type Terminal } from '@linesman/cli';
import {
  casesOf,
  chainMoment,
  findMarketEnds,
  lineOf,
  lineText,
  listMarkets,
  readMint,
  type WatchedEnd,
} from '@linesman/sdk/program';
import { marketJson, stateText } from './describeMarket.js';
import type { ListFlags } from './list.js';
import { MarketSession, type ShownMarket } from './marketSession.js';

/** Lists the markets of the settlement program, in the order in which their stakes close. Returns the exit code. */
export async function runList(flags: ListFlags, terminal: Terminal): Promise<number> {
  const { chain, programs } = new MarketSession(flags, terminal);
  const { fixture, creator, owner } = flags;
  const filter = {
    ...(fixture !== undefined && { fixture }),
    ...(creator !== undefined && { creator }),
    ...(owner !== undefined && { owner }),
  };
  const [listed, now] = await Promise.all([listMarkets(chain, programs, filter), chainMoment(chain)]);
  const markets = listed.map(({ market }) => market);
  const ends = await findMarketEnds(chain, programs, markets, now);
  const found: ShownMarket[] = [];
  for (const [i, { address, market }] of listed.entries())
    found.push({
      address,
      market,
      mint: await readMint(chain, market.terms.mint),
      now,
      watched: ends[i] as WatchedEnd,
    });
  if (flags.json) terminal.out(json(found.map((one) => marketJson({ ...one, fixture: null }))));
  else if (found.length === 0) terminal.err('no markets\n');
  else terminal.out(found.map(line).join(''));
  return EXIT.valid;
}

function line({ address, market, watched, now }: ShownMarket): string {
  const { terms } = market;
  const line = lineOf(terms);
  const conditions = casesOf(terms).flatMap(({ condition }) => (condition === null ? [] : [condition]));
  const asked = line ? lineText(line) : conditions.join(' | ');
  const state = stateText(market, watched, now);
  return `${address}  fixture ${terms.fixtureId}  ${asked}  ${state}\n`;
}
