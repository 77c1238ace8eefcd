import { EXIT, json, type Terminal } from '@linesman/cli';
import { LinesmanError } from '@linesman/sdk/error';
import {
  addressBytes,
  chainMoment,
  findMarketEnds,
  type Market,
  marketAccount,
  outcomesOf,
  type ProgramAccount,
  positionAccount,
  readMint,
  type WatchedEnd,
} from '@linesman/sdk/program';
import { marketJson, stateText } from './describeMarket.js';
import type { ListFlags } from './list.js';
import { MarketSession, type ShownMarket } from './marketSession.js';

/** Offsets of the addresses to filter by: the creator of a market, the owner of a position. */
const CREATOR = 11;
const POSITION_OWNER = 41;

/** Lists the markets of the settlement program, in the order in which their stakes close. Returns the exit code. */
export async function runList(flags: ListFlags, terminal: Terminal): Promise<number> {
  const session = new MarketSession(flags, terminal);
  const { chain } = session;
  const { fixture, creator } = flags;
  const owned = await ownedMarkets(session, flags);
  const filters = [
    { offset: 0, bytes: marketAccount.discriminator },
    ...(creator === undefined ? [] : [{ offset: CREATOR, bytes: addressBytes(creator) }]),
  ];
  const [accounts, now] = await Promise.all([
    chain.accountsOf(session.programs.settlement, filters),
    chainMoment(chain),
  ]);
  const listed: Omit<ShownMarket, 'watched'>[] = [];
  for (const account of accounts) {
    const market = marketOf(account);
    if (market === null || (fixture !== undefined && Number(market.terms.fixtureId) !== fixture)) continue;
    if (owned !== null && !owned.has(account.address)) continue;
    listed.push({ address: account.address, market, mint: await readMint(chain, market.terms.mint), now });
  }
  const ends = await findMarketEnds(
    chain,
    session.programs,
    listed.map(({ market }) => market),
    now,
  );
  const found = listed.map((one, i): ShownMarket => ({ ...one, watched: ends[i] as WatchedEnd }));
  found.sort((a, b) => a.market.terms.stakesClose - b.market.terms.stakesClose || compared(a, b));
  if (flags.json) terminal.out(json(found.map((one) => marketJson({ ...one, fixture: null }))));
  else if (found.length === 0) terminal.err('no markets\n');
  else terminal.out(found.map(line).join(''));
  return EXIT.valid;
}

const compared = (a: ShownMarket, b: ShownMarket): number => (a.address < b.address ? -1 : 1);

/** `null` for a later version or another account. */
function marketOf({ data }: ProgramAccount): Market | null {
  try {
    return marketAccount.decode(data);
  } catch (error) {
    if (error instanceof LinesmanError) return null;
    throw error;
  }
}

/** Markets in which the owner has unpaid positions; `null` if not requested. */
async function ownedMarkets({ chain, programs }: MarketSession, { owner }: ListFlags): Promise<Set<string> | null> {
  if (owner === undefined) return null;
  const positions = await chain.accountsOf(programs.settlement, [
    { offset: 0, bytes: positionAccount.discriminator },
    { offset: POSITION_OWNER, bytes: addressBytes(owner) },
  ]);
  return new Set(positions.map(({ data }) => positionAccount.decode(data).pool));
}

function line({ address, market, watched, now }: ShownMarket): string {
  const conditions = outcomesOf(market.terms).flatMap(({ condition }) => (condition === null ? [] : [condition]));
  const state = stateText(market, watched, now);
  return `${address}  fixture ${market.terms.fixtureId}  ${conditions.join(' | ')}  ${state}\n`;
}
