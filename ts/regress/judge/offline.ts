import { LinesmanError } from '@linesman/sdk/error';
import { DEFAULT_ORACLE_PROGRAM_ID } from '@linesman/sdk/program';
import { type Fact, type Proof, parseProof, type VerifyResult, verify } from '@linesman/sdk/proof';
import { type Case, oracleKeysOf, rootsOfCase } from '@linesman/sdk/prove';
import type { OfflineEntry } from '../ledger/ledger.js';
import { strategyOfCase } from './condition.js';

/** The answer of this package's verifier about a case. A refusal is a result, so nothing is thrown. */
export function judgeOffline(one: Case, rootsAccount?: Uint8Array): OfflineEntry {
  try {
    return entryOf(verified(one, parseProof(one.answer), rootsAccount));
  } catch (error) {
    if (error instanceof LinesmanError) return { result: 'refused', error: error.number, facts: [], final: null };
    throw error;
  }
}

function verified(one: Case, proof: Proof, given: Uint8Array | undefined): VerifyResult {
  const strategy = proof.kind === 'stat' ? strategyOfCase(one, proof) : undefined;
  const roots = given ?? rootsOfCase(one, proof, DEFAULT_ORACLE_PROGRAM_ID)?.data;
  const oracleKeys = oracleKeysOf(one);
  return verify(proof, {
    sport: one.sport,
    ...(strategy && { strategy }),
    ...(roots && { rootsAccount: roots }),
    ...(oracleKeys && { oracleKeys }),
  });
}

function entryOf(result: VerifyResult): OfflineEntry {
  if (result.kind !== 'stat') return { result: 'valid', error: null, facts: [recordLine(result)], final: null };
  const { verdict, facts, final } = result;
  return { result: verdict === null ? 'valid' : `${verdict}`, error: null, facts: facts.map(factLine), final };
}

const factLine = (fact: Fact): string =>
  fact.kind === 'absent' ? `k${fact.key} absent` : `k${fact.key} = ${fact.value}, period ${fact.period}`;

/** The proven record as JSON, members in the order of their names. */
function recordLine(result: Exclude<VerifyResult, { kind: 'stat' }>): string {
  switch (result.kind) {
    case 'odds':
      return `odds ${sortedJson(result.odds)}`;
    case 'fixture':
      return `fixture ${sortedJson(result.snapshot)}`;
    case 'fixture-batch':
      return `fixture batch ${sortedJson(result.metadata)}`;
  }
}

const sortedJson = (record: object): string => JSON.stringify(record, Object.keys(record).sort());
