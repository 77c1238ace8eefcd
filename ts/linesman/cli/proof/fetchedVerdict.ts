import { systemTimers } from '../../client/index.js';
import { fail, OPTION_NEEDED, UNKNOWN_SPORT } from '../../error/index.js';
import { sportOf, sportOfLayout } from '../../format/index.js';
import { fetchAccount, LOCALNET_PROGRAM_IDS, type MarketTerms, marketAccount } from '../../program/index.js';
import { conditionText } from '../../proof/index.js';
import { findProof, httpProofSource, type ProofSource, proveAndVerify, rootsOf } from '../../prove/index.js';
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
 * options; those of `proveAndVerify` and `findProof`.
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
    where,
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
  const chain = accountReader(flags.rpc);
  const address = addressOption('--market', text);
  const { settlement } = LOCALNET_PROGRAM_IDS;
  const program = flags.settlement === undefined ? settlement : addressOption('--settlement', flags.settlement);
  const { terms } = await fetchAccount(chain, marketAccount, address, program);
  const search = await findProof({ terms, source, chain });
  if (!search.found) throw search.error;
  const { proof, outcome } = search.settlement;
  const sport = sportOfLayout(terms.sport) ?? fail(UNKNOWN_SPORT, { layout: terms.sport });
  const result = runVerification(proof, {
    sport,
    format: 'current',
    roots: await rootsOf(chain, terms, proof),
    ...(flags.where !== undefined && { where: flags.where }),
    ...(proof.version === 4 && terms.signer && { oracleKeys: [terms.signer] }),
  });
  const { oracleProgram } = terms;
  return {
    result,
    sport,
    sportGiven: true,
    where: flags.where,
    more: {
      rows: [
        ['record', String(search.seq)],
        ['oracle', oracleProgram],
        ['market', address],
        ['outcome', outcomeText(terms, outcome)],
      ],
      json: { seq: search.seq, oracle: oracleProgram, market: address, outcome },
    },
  };
}

function outcomeText({ outcomes, statKeys }: MarketTerms, outcome: number): string {
  const strategy = outcomes[outcome];
  return `${outcome}: ${strategy ? conditionText(strategy, statKeys) : 'none of the others'}`;
}
