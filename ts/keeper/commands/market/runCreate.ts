import type { Terminal } from 'linesman/cli';
import { addressOption, EXIT, json, noteTable, numberOf, signerOf, u64Of } from 'linesman/cli';
import { fail, INVALID_OUTCOMES, INVALID_STAT_KEYS, OPTION_NEEDED } from 'linesman/error';
import { layoutByteOf, sportOf, statName } from 'linesman/format';
import {
  type Address,
  associatedTokenAddress,
  type MarketTerms,
  type MarketTimes,
  type Mint,
  outcomesOf,
  prepareMarket,
  readMint,
  settlingResult,
  usualMarketTimes,
} from 'linesman/program';
import { keysOfCondition, parseCondition, strategyOf } from 'linesman/proof';
import { chainTime } from '../../index.js';
import { configOf } from '../deploymentOf.js';
import { baseUnitsOf } from '../wholeTokens.js';
import { termsRows } from './describeMarket.js';
import { type Fixture, fixtureOf, type ServiceFlags } from './fixtureOf.js';
import { type MarketFlags, MarketSession } from './marketSession.js';
import { type MarketPolicyName, policyOf } from './policyOption.js';
import { secondsOf } from './timeText.js';
import { type TrustFlags, trustOf } from './trustOf.js';

export interface CreateFlags extends MarketFlags, ServiceFlags, TrustFlags {
  readonly keypair: string;
  readonly fixture: string;
  readonly sport: string;
  readonly where: readonly string[];
  readonly mint?: string;
  readonly id?: string;
  readonly finality: MarketPolicyName;
  readonly challengeWindow: string;
  readonly stakesClose?: string;
  readonly earliest?: string;
  readonly latest?: string;
  readonly voidAfter?: string;
  readonly feeBps: string;
  readonly feeAccount?: string;
  readonly minimum: string;
  readonly maximum: string;
  /** False with --no-abandonment-void. */
  readonly abandonmentVoid: boolean;
  /** False with --no-results. */
  readonly results: boolean;
  readonly dryRun?: true;
}

const DAY = 86_400;

/** Creates a market. Prints only its address to standard output, once it exists. Returns the exit code. */
export async function runCreate(flags: CreateFlags, terminal: Terminal): Promise<number> {
  const fixtureId = numberOf('--fixture', flags.fixture, 1, 2 ** 31 - 1);
  const session = new MarketSession(flags, terminal);
  const { chain, programs } = session;
  const creator = signerOf(flags.keypair, flags, terminal);
  const owner = creator.address;
  const outcomes = conditionsOf(flags);
  const config = await configOf(chain, programs);
  const [fixture, mint, now] = await Promise.all([
    fixtureOf(flags, fixtureId),
    readMint(chain, flags.mint === undefined ? config.stablecoinMint : addressOption('--mint', flags.mint)),
    chainTime(chain),
  ]);
  const terms: MarketTerms = {
    oracleProgram: programs.oracle,
    signer: flags.finality === 'signed-final' ? config.oracleKey : null,
    fixtureId,
    ...outcomes,
    finality: policyOf(flags.finality),
    ...timesOf(flags, fixture, outcomes.sport),
    mint: mint.address,
    feeBps: numberOf('--fee-bps', flags.feeBps, 0, 1_000),
    ...moneyOf(flags, mint, owner),
    abandonmentVoids: flags.abandonmentVoid,
    resultsSettle: flags.results,
  };
  const { address, id, instructions } = await prepareMarket({
    ...{ chain, programs, creator: owner, terms, mint },
    trust: trustOf(flags, programs, config, fixture),
    ...(flags.id !== undefined && { id: u64Of('--id', flags.id) }),
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

/** Errors: INVALID_CONDITION, UNKNOWN_SPORT, INVALID_STAT_KEYS (not of the sport), INVALID_OUTCOMES (too many). */
function conditionsOf(flags: CreateFlags): Pick<MarketTerms, 'sport' | 'statKeys' | 'outcomes'> {
  const sport = sportOf(flags.sport);
  const conditions = flags.where.map(parseCondition);
  const statKeys = [...new Set(conditions.flatMap(keysOfCondition))];
  for (const key of statKeys) if (statName(sport, key) === undefined) fail(INVALID_STAT_KEYS, { sport, key });
  if (conditions.length > 7 || statKeys.length > 5)
    fail(INVALID_OUTCOMES, { conditions: conditions.length, stats: statKeys.length });
  return { sport: layoutByteOf(sport), statKeys, outcomes: conditions.map((one) => strategyOf(one, statKeys)) };
}

function timesOf(flags: CreateFlags, fixture: Fixture | null, sport: number): MarketTimes {
  const challengeWindow = numberOf('--challenge-window', flags.challengeWindow, 0, 7 * DAY);
  if (flags.stakesClose === undefined && fixture === null) fail(OPTION_NEEDED, { problem: 'no kick-off' });
  const { stakesClose, earliest, latest, voidAfter } = flags;
  return usualMarketTimes({
    ...{ sport, finality: policyOf(flags.finality), fixtureStart: fixture?.start ?? null },
    challengeWindow,
    stakesClose:
      stakesClose === undefined ? Math.floor((fixture?.start ?? 0) / 1_000) : secondsOf('--stakes-close', stakesClose),
    ...(earliest !== undefined && { earliest: secondsOf('--earliest', earliest) }),
    ...(latest !== undefined && { latest: secondsOf('--latest', latest) }),
    ...(voidAfter !== undefined && { voidAfter: secondsOf('--void-after', voidAfter) }),
  });
}

type Money = Pick<MarketTerms, 'feeAccount' | 'minimumStake' | 'maximumStake'>;

function moneyOf(flags: CreateFlags, mint: Mint, owner: Address): Money {
  return {
    feeAccount:
      flags.feeAccount === undefined
        ? associatedTokenAddress(mint.address, owner, mint.tokenProgram)
        : addressOption('--fee-account', flags.feeAccount),
    minimumStake: baseUnitsOf('--minimum', flags.minimum, mint.decimals),
    maximumStake: baseUnitsOf('--maximum', flags.maximum, mint.decimals),
  };
}
