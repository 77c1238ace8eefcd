import { CONFLICTING_OPTIONS, fail, OPTION_NEEDED } from '@linesman/sdk/error';
import { LOCALNET_PROGRAM_IDS } from '@linesman/sdk/internal/program/programId';
import type { ProveAndVerifyParameters } from '@linesman/sdk/internal/prove/proveAndVerify';
import { integer, listOf, parseAddress, parseId } from '../option/optionValue.js';
import { refuseWithout } from '../option/refuseWithout.js';
import { type FlagsOf, flag, option } from '../option/row.js';
import { rpcSetting, setting } from '../settings/configuration.js';
import type { ProofFlags } from './proofOptions.js';

/**
 * Options that choose the proof to fetch, and its source.
 *
 * @param does The verb of the command: `fetch`.
 * @param alsoFor More options that need an oracle program or a fixture.
 */
export const fetchRows = (does: string, alsoFor: { readonly fixture: string; readonly oracle: string }) => ({
  fixture: option('<id>', `${does} a proof of this fixture${alsoFor.fixture}`, parseId),
  keys: option('<numbers>', '--fixture: stats to prove, comma-separated (default: those of --where)', listOf(parseId)),
  seq: option('<number>', '--fixture: the record to prove', integer(0, 999_999_999)),
  final: flag('--fixture: a record of the finished match'),
  market: option('<address>', `${does} the proof that settles this market`, parseAddress),
  service: setting('service', 'address of the service'),
  apiTokenFile: setting('apiTokenFile', 'file with the API token of the service'),
  rpc: rpcSetting('RPC address of the chain, for the published roots'),
  oracle: option('<address>', `--fixture${alsoFor.oracle}: oracle program, if it is another deployment`, parseAddress),
  settlement: option('<address>', '--market: settlement program, if it is another deployment', parseAddress),
});

export type FetchFlags = FlagsOf<ReturnType<typeof fetchRows>> & Pick<ProofFlags, 'where' | 'sport'>;

/**
 * Checks that the options go together. For a market, its terms decide what the caller chooses for a fixture. Errors:
 * CONFLICTING_OPTIONS, OPTION_NOT_APPLICABLE.
 *
 * @param purpose The use of the options: `a proof that is fetched`.
 * @param alsoOfFixture More options that do not apply to a market.
 */
export function checkFetchFlags(
  flags: FetchFlags,
  purpose: string,
  alsoOfFixture: Readonly<Record<string, unknown>>,
): void {
  const { fixture, market, keys, seq, final, oracle, sport, settlement } = flags;
  if (fixture !== undefined && market !== undefined)
    fail(CONFLICTING_OPTIONS, { option: '--fixture', others: ['--market'] });
  const ofFixture = { keys, seq, final, oracle, sport };
  if (market === undefined) refuseWithout('--market', purpose, { settlement });
  else refuseWithout('--fixture', purpose, { ...ofFixture, ...alsoOfFixture });
  if (seq !== undefined && final) fail(CONFLICTING_OPTIONS, { option: '--seq', others: ['--final'] });
}

/** The question to `proveAndVerify` with --fixture. */
export type FixtureQuestion = Omit<ProveAndVerifyParameters, 'service' | 'rpc' | 'oracleKeys' | 'apiToken' | 'signal'>;

/** Errors: OPTION_NEEDED without stats. */
export function fixtureQuestionOf(
  fixture: number,
  { keys, seq, final, where, sport, oracle = LOCALNET_PROGRAM_IDS.oracle }: FetchFlags,
): FixtureQuestion {
  if (keys === undefined && where === undefined) fail(OPTION_NEEDED, { problem: 'no stats' });
  return {
    ...{ sport: sport ?? 'soccer', oracle, fixture },
    ...(where !== undefined && { where }),
    ...(keys !== undefined && { keys }),
    ...(seq !== undefined && { seq }),
    ...(final && { final }),
  };
}
