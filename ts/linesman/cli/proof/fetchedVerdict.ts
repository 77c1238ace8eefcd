import { systemTimers } from '../../client/index.js';
import { fail, OPTION_NEEDED } from '../../error/index.js';
import { sportOf } from '../../format/index.js';
import { LOCALNET_PROGRAM_IDS, type MarketTerms } from '../../program/index.js';
import { conditionText } from '../../proof/index.js';
import { findMarketProof } from '../../prove/findMarketProof.js';
import { httpProofSource, type ProofSource, proveAndVerify } from '../../prove/index.js';
import { accountReader } from '../../rpc/index.js';
import { addressOption, numberOf } from '../option/optionValue.js';
import { readApiToken } from '../settings/readApiToken.js';
import { whileWaiting } from '../terminal/progress.js';
import type { Terminal } from '../terminal/terminal.js';
import { readOracleKey } from './readOracleKey.js';
import { runVerification } from './verification.js';
import type { FetchFlags, Verified } from './verify.js';

interface Flags extends FetchFlags {
  readonly where?: string;
  readonly sport?: string;
  readonly oracleKey?: readonly string[];
}

/**
 * Fetches the proof that the options ask for, and verifies it against the chain. Errors: OPTION_NEEDED; those of the
 * options; those of `proveAndVerify` and `findMarketProof`.
 */
export async function fetchedVerdict(flags: Flags, terminal: Terminal): Promise<Verified> {
  const { service } = flags;
  if (service === undefined) return fail(OPTION_NEEDED, { problem: 'no service' });
  const apiToken = readApiToken(flags);
  const source = httpProofSource({
    baseUrl: service,
    timers: systemTimers,
    ...(apiToken !== undefined && { apiToken }),
  });
  return whileWaiting(terminal, 'the proof', () =>
    flags.market === undefined ? ofFixture(flags, source) : ofMarket(flags.market, flags, source),
  );
}

async function ofFixture(flags: Flags, source: ProofSource): Promise<Verified> {
  const { keys, seq, where, oracle, oracleKey } = flags;
  if (keys === undefined && where === undefined) fail(OPTION_NEEDED, { problem: 'no stats' });
  const sport = sportOf(flags.sport ?? 'soccer');
  const oracleKeys = oracleKey?.map(readOracleKey);
  const found = await proveAndVerify({
    service: source,
    rpc: accountReader(flags.rpc),
    oracle: oracle === undefined ? LOCALNET_PROGRAM_IDS.oracle : addressOption('--oracle', oracle),
    fixture: numberOf('--fixture', `${flags.fixture}`, 1, 999_999_999),
    sport,
    ...(where !== undefined && { where }),
    ...(keys !== undefined && { keys: keysOf(keys) }),
    ...(seq !== undefined && { seq: numberOf('--seq', seq, 0, 999_999_999) }),
    ...(flags.final && { final: true }),
    ...(oracleKeys && { oracleKeys }),
  });
  const { result, rootsAddress } = found;
  return {
    result,
    sport,
    sportGiven: flags.sport !== undefined,
    more: {
      rows: [
        ['record', String(found.seq)],
        ['roots', rootsAddress],
      ],
      json: { seq: found.seq, rootsAccount: rootsAddress },
    },
  };
}

/** Errors: NUMBER_OUT_OF_RANGE; OPTION_NEEDED for none. */
const keysOf = (text: string): number[] => text.split(',').map((key) => numberOf('--keys', key.trim(), 1, 999_999_999));

async function ofMarket(text: string, flags: Flags, source: ProofSource): Promise<Verified> {
  const address = addressOption('--market', text);
  const { settlement } = LOCALNET_PROGRAM_IDS;
  const { terms, sport, seq, proof, outcome, rootsAccount, oracleKeys } = await findMarketProof({
    market: address,
    settlement: flags.settlement === undefined ? settlement : addressOption('--settlement', flags.settlement),
    source,
    chain: accountReader(flags.rpc),
  });
  const result = runVerification(proof, {
    sport,
    format: 'current',
    roots: rootsAccount,
    ...(flags.where !== undefined && { where: flags.where }),
    ...(oracleKeys && { oracleKeys }),
  });
  const { oracleProgram } = terms;
  return {
    result,
    sport,
    sportGiven: true,
    more: {
      rows: [
        ['record', String(seq)],
        ['oracle', oracleProgram],
        ['market', address],
        ['outcome', outcomeText(terms, outcome)],
      ],
      json: { seq, oracle: oracleProgram, market: address, outcome },
    },
  };
}

function outcomeText({ outcomes, statKeys }: MarketTerms, outcome: number): string {
  const strategy = outcomes[outcome];
  return `${outcome}: ${strategy ? conditionText(strategy, statKeys) : 'none of the others'}`;
}
