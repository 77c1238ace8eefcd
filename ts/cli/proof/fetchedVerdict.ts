import { fail, OPTION_NEEDED } from '@linesman/sdk/error';
import { systemTimers } from '@linesman/sdk/internal/client/timers';
import type { Address } from '@linesman/sdk/internal/program/address/address';
import { LOCALNET_PROGRAM_IDS } from '@linesman/sdk/internal/program/programId';
import type { MarketTerms } from '@linesman/sdk/internal/program/wire/terms';
import { conditionText } from '@linesman/sdk/internal/proof/conditionText';
import { findMarketProof } from '@linesman/sdk/internal/prove/findMarketProof';
import { httpProofSource } from '@linesman/sdk/internal/prove/httpProofSource';
import type { ProofSource } from '@linesman/sdk/internal/prove/proofSource';
import { proveAndVerify } from '@linesman/sdk/internal/prove/proveAndVerify';
import { accountReader } from '@linesman/sdk/internal/rpc/accountReader';
import { readApiToken } from '../settings/readApiToken.js';
import { whileWaiting } from '../terminal/progress.js';
import type { Terminal } from '../terminal/terminal.js';
import { type FetchFlags, fixtureQuestionOf } from './fetchOptions.js';
import type { AttesterFlags, ProofFlags } from './proofOptions.js';
import { runVerification } from './verification.js';
import type { Verified } from './verify.js';

type Flags = FetchFlags & Pick<ProofFlags, 'oracleKey'> & AttesterFlags;

/**
 * Fetches the proof that the options ask for, and verifies it against the chain. Errors: OPTION_NEEDED; those of the
 * options; those of `proveAndVerify` and `findMarketProof`.
 */
export async function fetchedVerdict(flags: Flags, terminal: Terminal): Promise<Verified> {
  const { service, fixture, market } = flags;
  if (service === undefined) return fail(OPTION_NEEDED, { problem: 'no service' });
  const apiToken = readApiToken(flags);
  const source = httpProofSource({
    baseUrl: service,
    timers: systemTimers,
    ...(apiToken !== undefined && { apiToken }),
  });
  return whileWaiting(terminal, 'the proof', () =>
    market === undefined ? ofFixture(fixture ?? 0, flags, source) : ofMarket(market, flags, source),
  );
}

async function ofFixture(fixture: number, flags: Flags, source: ProofSource): Promise<Verified> {
  const question = fixtureQuestionOf(fixture, flags);
  const { sport } = question;
  const { oracleKey: oracleKeys, attesters } = flags;
  const found = await proveAndVerify({
    ...question,
    service: source,
    rpc: accountReader(flags.rpc),
    ...(oracleKeys && { oracleKeys }),
    ...(attesters !== undefined && { attesters: { set: attesters, least: flags.least ?? 1 } }),
  });
  const { result, rootsAddress } = found;
  return {
    result,
    sport,
    sportGiven: flags.sport !== undefined,
    where: flags.where,
    more: {
      rows: [
        ['record', String(found.seq)],
        ['roots', rootsAddress],
      ],
      json: { seq: found.seq, rootsAccount: rootsAddress },
    },
  };
}

async function ofMarket(market: Address, flags: Flags, source: ProofSource): Promise<Verified> {
  const { settlement = LOCALNET_PROGRAM_IDS.settlement } = flags;
  const found = await findMarketProof({ market, settlement, source, chain: accountReader(flags.rpc) });
  const { terms, seq, proof, outcome, rootsAccount, oracleKeys, attesters } = found;
  const { sport, oracleProgram } = terms;
  const result = runVerification(proof, {
    sport,
    format: 'current',
    roots: rootsAccount,
    ...(flags.where !== undefined && { where: flags.where }),
    ...(oracleKeys && { oracleKeys }),
    ...(attesters && { attesters }),
  });
  return {
    result,
    sport,
    sportGiven: true,
    where: flags.where,
    more: {
      rows: [
        ['record', String(seq)],
        ['oracle', oracleProgram],
        ['market', market],
        ['outcome', outcomeText(terms, outcome)],
      ],
      json: { seq, oracle: oracleProgram, market, outcome },
    },
  };
}

function outcomeText({ outcomes, statKeys }: MarketTerms, outcome: number): string {
  const strategy = outcomes[outcome];
  return `${outcome}: ${strategy ? conditionText(strategy, statKeys) : 'none of the others'}`;
}
