import type { Terminal } from '@linesman/cli';
import { EXIT, json, showTable } from '@linesman/cli';
import { systemTimers } from '@linesman/sdk/client';
import { CHAIN_NOT_REACHABLE, isError } from '@linesman/sdk/error';
import { isoTime } from '@linesman/sdk/internal/format/isoTime';
import { findOracleConfig } from '@linesman/sdk/internal/program/account/findOracleConfig';
import { stopSignals } from '@linesman/sdk/node';
import { type Market, reviewStake, type StakeObjection, settlingResult, termsInWords } from '@linesman/sdk/program';
import { marketJson, stateRows, stateText } from './describeMarket.js';
import { fixtureOf } from './fixtureOf.js';
import { lateBoundText } from './lateBound.js';
import { MarketSession, type ShownMarket } from './marketSession.js';
import type { ShowFlags } from './show.js';
import { type TrustSources, trustOf } from './trustOf.js';
import { whatNext } from './whatNext.js';

/** ms between two checks of a watched market. */
const LOOK = 1_000;

/** Shows a market, with --watch its changes. `signal` replaces SIGINT and SIGTERM in tests. Returns the exit code. */
export async function runShow(flags: ShowFlags, terminal: Terminal, signal?: AbortSignal): Promise<number> {
  const session = new MarketSession(flags, terminal);
  const found = await session.find(flags.market);
  const fixture = await fixtureOf(flags, Number(found.market.terms.fixtureId));
  const { terms } = found.market;
  const { chain, programs } = session;
  const config = await findOracleConfig(chain, terms.oracleProgram);
  const lateAfter = config?.lateAfter ?? null;
  // The caller's oracle, which is another one for a market that would be refused.
  const own = terms.oracleProgram === programs.oracle ? config : await findOracleConfig(chain, programs.oracle);
  const objections = await objectionsTo(session, flags, found, { config: own, fixture });
  const jsonOf = (shown: ShownMarket): object => ({
    ...marketJson({ ...shown, fixture }),
    lateAfter,
    objections: objections.map(objectionJson),
  });
  if (flags.json) terminal.out(flags.watch ? line(jsonOf(found)) : json(jsonOf(found)));
  else
    showTable(terminal, [
      ['market', `${found.address} (${found.market.id} of ${found.market.creator})`],
      ...termsInWords(terms, { ...found, fixture, result: settlingResult(terms, session.programs) }),
      ['roots', lateBoundText(lateAfter)],
      ...objections.map(
        ({ number, message, hint }, i) => [i === 0 ? 'refused' : '', `${number} ${message} ${hint}`] as const,
      ),
      ...stateRows(found),
    ]);
  if (!flags.watch || isDecided(found.market)) return EXIT.valid;
  const stop = stopSignals({ given: signal });
  try {
    const isOver = await watch(session, found, stop.signal, (next) => {
      if (flags.json) terminal.out(line(jsonOf(next)));
      else terminal.out(`${changeText(next)}\n`);
    });
    return isOver ? EXIT.valid : EXIT.untrue;
  } finally {
    stop.end();
  }
}

/** Why `market stake` would refuse these terms with the same options; nothing once stakes are closed. */
async function objectionsTo(
  { chain, programs }: MarketSession,
  flags: ShowFlags,
  { market: { terms, state }, now }: ShownMarket,
  known: Pick<TrustSources, 'config' | 'fixture'>,
): Promise<StakeObjection[]> {
  if (state !== 'Open' || now.seconds >= terms.stakesClose) return [];
  const trust = await trustOf(flags, { chain, programs, ...known });
  return reviewStake(terms, trust).filter(({ number }) => !trust.accept?.includes(number));
}

const objectionJson = ({ number, name, message, hint }: StakeObjection): object => ({ number, name, message, hint });

const isDecided = ({ state }: Market): boolean => state === 'Final' || state === 'Void';

/** One object per line, escaped like all other JSON. */
const line = (value: object): string => `${JSON.stringify(JSON.parse(json(value)))}\n`;

/** Reports every change until the market is decided; false if it was stopped before that. */
async function watch(
  session: MarketSession,
  first: ShownMarket,
  signal: AbortSignal,
  onChange: (found: ShownMarket) => void,
): Promise<boolean> {
  let last = fingerprint(first);
  while (!signal.aborted) {
    await systemTimers.sleep(LOOK, signal);
    if (signal.aborted) break;
    const found = await look(session, first);
    if (found === null || fingerprint(found) === last) continue;
    last = fingerprint(found);
    onChange(found);
    if (isDecided(found.market)) return true;
  }
  return false;
}

/** `null` if the chain does not answer at the moment. */
async function look(session: MarketSession, { address }: ShownMarket): Promise<ShownMarket | null> {
  try {
    return await session.find(address);
  } catch (error) {
    if (isError(error, CHAIN_NOT_REACHABLE)) return null;
    throw error;
  }
}

/** The parts that count as a change: everything but the clock, and the possible next steps. */
const fingerprint = ({ market, watched: { end }, now }: ShownMarket): string => {
  const { state, totals, proposal, openPositions } = market;
  const { what } = whatNext(market, end, now);
  const { outcome, since } = proposal;
  return [
    state,
    totals,
    outcome,
    proposal.void,
    since.seconds,
    since.slot,
    end?.outcome,
    end?.at,
    end?.of,
    openPositions,
    what,
  ].join('/');
};

function changeText({ market, mint, watched, now }: ShownMarket): string {
  const shown = new Map(stateRows({ market, mint, watched, now }));
  return `${isoTime(now.seconds)}  ${stateText(market, watched, now)}; next: ${shown.get('next')}`;
}
