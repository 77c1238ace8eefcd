import { CONFLICTING_OPTIONS, fail, OPTION_NEEDED } from '../../error/index.js';
import { sportOf } from '../../format/index.js';
import { LOCALNET_PROGRAM_IDS } from '../../program/programId.js';
import type { FindMarketProofParameters } from '../../prove/findMarketProof.js';
import type { ProveAndVerifyParameters } from '../../prove/index.js';
import { addressOption, numberOf } from '../option/optionValue.js';
import { refuseWithout } from '../option/refuseWithout.js';
import type { Configured } from '../settings/configuration.js';

/** Which proof a command fetches, and from where. */
export interface FetchFlags extends Configured {
  readonly fixture?: string;
  readonly keys?: string;
  readonly seq?: string;
  readonly final?: true;
  readonly where?: string;
  readonly sport?: string;
  readonly market?: string;
  readonly service?: string;
  readonly apiTokenFile?: string;
  readonly rpc: string;
  readonly oracle?: string;
  readonly settlement?: string;
}

/**
 * Checks that the options go together: the terms of a market decide what the caller decides for a fixture. Errors:
 * CONFLICTING_OPTIONS, OPTION_NOT_APPLICABLE.
 *
 * @param purpose What the options are for: `a proof that is fetched`.
 * @param alsoOfFixture More options that a market does not take.
 */
export function checkFetchFlags(
  flags: FetchFlags,
  purpose: string,
  alsoOfFixture: Readonly<Record<string, unknown>>,
): void {
  const { fixture, market, keys, seq, final, oracle, sport, settlement } = flags;
  if (fixture !== undefined && market !== undefined)
    fail(CONFLICTING_OPTIONS, { option: '--fixture', others: ['--market'] });
  const ofFixture = { '--keys': keys, '--seq': seq, '--final': final, '--oracle': oracle, '--sport': sport };
  if (market === undefined) refuseWithout('--market', purpose, { '--settlement': settlement });
  else refuseWithout('--fixture', purpose, { ...ofFixture, ...alsoOfFixture });
  if (seq !== undefined && final) fail(CONFLICTING_OPTIONS, { option: '--seq', others: ['--final'] });
}

/** What `proveAndVerify` is asked with --fixture. */
export type FixtureQuestion = Omit<ProveAndVerifyParameters, 'service' | 'rpc' | 'oracleKeys' | 'apiToken' | 'signal'>;

/** Errors: OPTION_NEEDED without stats; NUMBER_OUT_OF_RANGE, UNKNOWN_SPORT, MALFORMED_ADDRESS. */
export function fixtureQuestionOf({ fixture, keys, seq, final, where, sport, oracle }: FetchFlags): FixtureQuestion {
  if (keys === undefined && where === undefined) fail(OPTION_NEEDED, { problem: 'no stats' });
  const number = (option: string, text: string, minimum: number): number =>
    numberOf(option, text, minimum, 999_999_999);
  return {
    sport: sportOf(sport ?? 'soccer'),
    oracle: oracle === undefined ? LOCALNET_PROGRAM_IDS.oracle : addressOption('--oracle', oracle),
    fixture: number('--fixture', `${fixture}`, 1),
    ...(where !== undefined && { where }),
    ...(keys !== undefined && { keys: keys.split(',').map((key) => number('--keys', key.trim(), 1)) }),
    ...(seq !== undefined && { seq: number('--seq', seq, 0) }),
    ...(final && { final }),
  };
}

/** The market of --market, and the program that owns it. Errors: MALFORMED_ADDRESS. */
export const marketQuestionOf = (
  market: string,
  { settlement }: FetchFlags,
): Pick<FindMarketProofParameters, 'market' | 'settlement'> => ({
  market: addressOption('--market', market),
  settlement: settlement === undefined ? LOCALNET_PROGRAM_IDS.settlement : addressOption('--settlement', settlement),
});
