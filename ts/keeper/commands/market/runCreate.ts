import { EXIT, json, noteTable, signerOf, type Terminal } from '@linesman/cli';
import { CONFLICTING_OPTIONS, fail, OPTION_NEEDED } from '@linesman/sdk/error';
import {
  type AskedOutcomes,
  type ChosenTerms,
  chainMoment,
  fetchOracleConfig,
  type Mint,
  outcomesOf,
  prepareMarket,
  readMint,
  settlingResult,
  termsInWords,
  usualMarketTerms,
} from '@linesman/sdk/program';
import { baseUnitsOf } from '../wholeTokens.js';
import { attestersOf } from './attestersOf.js';
import type { CreateFlags } from './create.js';
import { fixtureOf } from './fixtureOf.js';
import { MarketSession } from './marketSession.js';
import { trustOf } from './trustOf.js';

/** Creates a market. Prints only its address to standard output, once it exists. Returns the exit code. */
export async function runCreate(flags: CreateFlags, terminal: Terminal): Promise<number> {
  const { fixture: fixtureId, finality, feeBps } = flags;
  const session = new MarketSession(flags, terminal);
  const { chain, programs } = session;
  const creator = signerOf(flags.keypair, flags, terminal);
  const owner = creator.address;
  const config = await fetchOracleConfig(chain, programs.oracle);
  const [fixture, mint, now] = await Promise.all([
    fixtureOf(flags, fixtureId),
    readMint(chain, flags.mint ?? config.stablecoinMint),
    chainMoment(chain),
  ]);
  const terms = usualMarketTerms({
    ...{ oracleProgram: programs.oracle, mint, creator: owner, ...betOn(flags) },
    fixture: { id: fixtureId, sport: flags.sport, start: fixture?.start ?? startUnknown(flags) },
    ...(finality === 'signed-final' && { signer: config.oracleKey }),
    attesters: await attestersOf(flags, chain, programs.oracle),
    ...{ finality, feeBps, challengeWindow: flags.challengeWindow },
    ...timesOf(flags),
    ...moneyOf(flags, mint),
    abandonmentVoids: !flags.noAbandonmentVoid,
    resultsSettle: !flags.noResults,
  });
  const { address, id, instructions } = await prepareMarket({
    ...{ chain, programs, creator: owner, terms, mint },
    trust: await trustOf(flags, { chain, programs, config, fixture, attesters: terms.attesters }),
    ...(flags.id !== undefined && { id: flags.id }),
  });
  const label = flags.dryRun ? 'would be' : 'market';
  if (!flags.json)
    noteTable(terminal, [
      [label, address],
      ...termsInWords(terms, { mint, fixture, now, result: settlingResult(terms, programs) }),
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

/** What people bet on. Errors: OPTION_NEEDED, CONFLICTING_OPTIONS. */
function betOn({ where, line, total, threeWay }: CreateFlags): AskedOutcomes {
  const asked: readonly (readonly [option: string, asked: AskedOutcomes | false | undefined])[] = [
    ['--where', where && { where }],
    ['--line', line !== undefined && { line }],
    ['--total', total !== undefined && { total }],
    ['--three-way', threeWay && { threeWay }],
  ];
  const [first, second] = asked.filter(([, one]) => one);
  if (second) fail(CONFLICTING_OPTIONS, { option: second[0], others: [first?.[0] ?? ''] });
  return first?.[1] || fail(OPTION_NEEDED, { problem: 'no outcomes' });
}

/** Without the start of the match, the close of stakes has to be given. Errors: OPTION_NEEDED. */
const startUnknown = ({ stakesClose }: CreateFlags): null =>
  stakesClose === undefined ? fail(OPTION_NEEDED, { problem: 'no start' }) : null;

const timesOf = ({ stakesClose, earliest, latest, voidAfter }: CreateFlags): ChosenTerms => ({
  ...(stakesClose !== undefined && { stakesClose }),
  ...(earliest !== undefined && { earliest }),
  ...(latest !== undefined && { latest }),
  ...(voidAfter !== undefined && { voidAfter }),
});

function moneyOf({ feeAccount, minimum, maximum, maximumPool }: CreateFlags, { decimals }: Mint): ChosenTerms {
  return {
    ...(feeAccount !== undefined && { feeAccount }),
    ...(minimum !== undefined && { minimumStake: baseUnitsOf('--minimum', minimum, decimals) }),
    ...(maximum !== undefined && { maximumStake: baseUnitsOf('--maximum', maximum, decimals) }),
    ...(maximumPool !== undefined && { maximumPool: baseUnitsOf('--maximum-pool', maximumPool, decimals) }),
  };
}
