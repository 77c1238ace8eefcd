import { EXIT, json, noteTable, signerOf, type Terminal } from '@linesman/cli';
import { fail, INVALID_OUTCOMES, INVALID_STAT_KEYS, OPTION_NEEDED } from '@linesman/sdk/error';
import { type Sport, statName } from '@linesman/sdk/format';
import {
  type Address,
  associatedTokenAddress,
  chainMoment,
  fetchOracleConfig,
  type MarketTerms,
  type MarketTimes,
  type Mint,
  outcomesOf,
  prepareMarket,
  readMint,
  settlingResult,
  usualMarketTimes,
} from '@linesman/sdk/program';
import { keysOfCondition, parseCondition, strategyOf } from '@linesman/sdk/proof';
import { baseUnitsOf } from '../wholeTokens.js';
import { attestersOf } from './attestersOf.js';
import type { CreateFlags } from './create.js';
import { termsRows } from './describeMarket.js';
import { type Fixture, fixtureOf } from './fixtureOf.js';
import { MarketSession } from './marketSession.js';
import { trustOf } from './trustOf.js';

/** Creates a market. Prints only its address to standard output, once it exists. Returns the exit code. */
export async function runCreate(flags: CreateFlags, terminal: Terminal): Promise<number> {
  const { fixture: fixtureId, finality, feeBps } = flags;
  const session = new MarketSession(flags, terminal);
  const { chain, programs } = session;
  const creator = signerOf(flags.keypair, flags, terminal);
  const owner = creator.address;
  const outcomes = conditionsOf(flags);
  const config = await fetchOracleConfig(chain, programs.oracle);
  const [fixture, mint, now] = await Promise.all([
    fixtureOf(flags, fixtureId),
    readMint(chain, flags.mint ?? config.stablecoinMint),
    chainMoment(chain),
  ]);
  const terms: MarketTerms = {
    oracleProgram: programs.oracle,
    ...{ splits: null, sources: [], agree: 1 },
    signer: finality === 'signed-final' ? config.oracleKey : null,
    attesters: await attestersOf(flags, chain, programs.oracle),
    fixtureId,
    ...outcomes,
    finality,
    ...timesOf(flags, fixture, outcomes.sport),
    mint: mint.address,
    feeBps,
    ...moneyOf(flags, mint, owner),
    abandonmentVoids: !flags.noAbandonmentVoid,
    resultsSettle: !flags.noResults,
  };
  const { address, id, instructions } = await prepareMarket({
    ...{ chain, programs, creator: owner, terms, mint },
    trust: await trustOf(flags, { chain, programs, config, fixture, attesters: terms.attesters }),
    ...(flags.id !== undefined && { id: flags.id }),
  });
  const label = flags.dryRun ? 'would be' : 'market';
  if (!flags.json)
    noteTable(terminal, [
      [label, address],
      ...termsRows({ mint, fixture, now }, terms, settlingResult(terms, programs)),
    ]);
  const transaction = await session.send(creator, instructions, !!flags.dryRun);
  // A simulated market does not exist, so a script must not receive an address.
  const made = transaction === null ? { market: null, wouldBe: address } : { market: address };
  if (flags.json) terminal.out(json({ ...made, id, creator: owner, outcomes: outcomesOf(terms), transaction }));
  else if (transaction === null) terminal.err('would be created; simulated, not sent\n');
  else {
    terminal.err(`created with transaction ${transaction}\n`);
    terminal.out(`${address}\n`);
  }
  return EXIT.valid;
}

/** Errors: INVALID_CONDITION, INVALID_STAT_KEYS (not of the sport), INVALID_OUTCOMES (too many). */
function conditionsOf(flags: CreateFlags): Pick<MarketTerms, 'sport' | 'statKeys' | 'outcomes'> {
  const { sport } = flags;
  const conditions = flags.where.map(parseCondition);
  const statKeys = [...new Set(conditions.flatMap(keysOfCondition))];
  for (const key of statKeys) if (statName(sport, key) === undefined) fail(INVALID_STAT_KEYS, { sport, key });
  if (conditions.length > 7 || statKeys.length > 5)
    fail(INVALID_OUTCOMES, { conditions: conditions.length, stats: statKeys.length });
  return { sport, statKeys, outcomes: conditions.map((one) => strategyOf(one, statKeys)) };
}

function timesOf(flags: CreateFlags, fixture: Fixture | null, sport: Sport): MarketTimes {
  const { finality, challengeWindow, stakesClose, earliest, latest, voidAfter } = flags;
  const fixtureStart = fixture?.start;
  const begins =
    stakesClose !== undefined
      ? { stakesClose, fixtureStart: fixtureStart ?? null }
      : { fixtureStart: fixtureStart ?? fail(OPTION_NEEDED, { problem: 'no kick-off' }) };
  return usualMarketTimes({
    ...{ sport, finality, challengeWindow, ...begins },
    ...(earliest !== undefined && { earliest }),
    ...(latest !== undefined && { latest }),
    ...(voidAfter !== undefined && { voidAfter }),
  });
}

type Money = Pick<MarketTerms, 'feeAccount' | 'minimumStake' | 'maximumStake' | 'maximumPool'>;

function moneyOf(flags: CreateFlags, mint: Mint, owner: Address): Money {
  return {
    feeAccount: flags.feeAccount ?? associatedTokenAddress(mint.address, owner, mint.tokenProgram),
    minimumStake: baseUnitsOf('--minimum', flags.minimum, mint.decimals),
    maximumStake: baseUnitsOf('--maximum', flags.maximum, mint.decimals),
    maximumPool: flags.maximumPool === undefined ? 0n : baseUnitsOf('--maximum-pool', flags.maximumPool, mint.decimals),
  };
}
