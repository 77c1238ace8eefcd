import { isError, NO_PROOF_YET } from '@linesman/sdk/error';
import type { StatKey } from '@linesman/sdk/format';
import { completeRecords, newestFirst } from '@linesman/sdk/internal/prove/completeRecords';
import {
  type Address,
  decideOutcome,
  fetchResult,
  type MarketTerms,
  type MatchResult,
  periodDecidesResult,
} from '@linesman/sdk/program';
import { candidatesOf, type ListedRecord, mayHideCandidates, type ProofSource } from '@linesman/sdk/prove';
import { RecordCache } from '../recordCache.js';
import type { Opinion, WatchNode } from './watched.js';

/** Of the records of a service, which may be fed by an own feed. Nothing is proven. */
export function opinionOfService(service: ProofSource): Opinion {
  const source = new RecordCache(service);
  type Match = Pick<MarketTerms, 'fixtureId' | 'sport'>;
  /** The list of latest records may hide one that decides. */
  const recordsOf = async (
    { fixtureId, sport }: Match,
    mayHide: (latest: readonly ListedRecord[]) => boolean,
  ): Promise<readonly ListedRecord[]> => {
    const latest = await source.latest(fixtureId, sport);
    return mayHide(latest) ? [...latest, ...(await source.history(fixtureId, sport))] : latest;
  };
  return {
    of: 'service',
    isComplete: true,
    startRound: () => source.startRound(),
    outcomeOf: (terms) =>
      known(async () => {
        const records = await recordsOf(terms, (latest) => mayHideCandidates(terms, latest));
        return candidatesOf(terms, records)[0]?.outcome ?? null;
      }),
    valuesOf: (result) =>
      known(async () => {
        const statKeys = result.facts.filter(({ current }) => current).map(({ key }) => key);
        const decides = (period: number | null): boolean => period !== null && periodDecidesResult(result, period);
        const records = await recordsOf(result, (latest) => !decides(newestFirst(latest)[0]?.status ?? null));
        return completeRecords({ ...result, statKeys }, records, decides)[0]?.stats ?? null;
      }),
  };
}

async function known<T>(find: () => Promise<T>): Promise<T | null> {
  try {
    return await find();
  } catch (error) {
    if (isError(error, NO_PROOF_YET)) return null;
    throw error;
  }
}

/** Of the results that are posted of another oracle program: without attesters, and by the same fixture ids. */
export function opinionOfOracle(node: WatchNode, settlement: Address, oracleProgram: Address): Opinion {
  const posted = async (
    subject: Pick<MarketTerms, 'fixtureId' | 'sport' | 'finality'>,
  ): Promise<MatchResult | null> => {
    if (subject.finality === 'signed-final') return null;
    const { fixtureId, sport, finality } = subject;
    const found = await fetchResult(
      node,
      { settlement },
      { oracleProgram, fixtureId, sport, finality, attesters: null },
    );
    return found?.contradicted ? null : found;
  };
  const valuesIn = ({ facts }: MatchResult): Map<number, number> =>
    new Map(facts.filter(({ current }) => current).map(({ key, value }) => [key, value]));
  return {
    of: oracleProgram,
    isComplete: false,
    outcomeOf: async (terms) => {
      const result = await posted(terms);
      if (result === null) return null;
      const values = valuesIn(result);
      const facts = terms.statKeys.flatMap((key) => {
        const value = values.get(key);
        return value === undefined
          ? []
          : [{ kind: 'present', key: key as StatKey, value, period: result.period } as const];
      });
      return facts.length === terms.statKeys.length ? decideOutcome(terms, facts) : null;
    },
    valuesOf: async (result) => {
      const other = await posted(result);
      return other && valuesIn(other);
    },
  };
}
