import { isoTime } from '@linesman/sdk/internal/format/isoTime';
import {
  type Address,
  addressBytes,
  type MatchResult,
  matchResultAccount,
  RESULT_VERSION,
  resultCloseTime,
} from '@linesman/sdk/program';
import type { Sight } from './findings.js';
import { comparing } from './poolSights.js';
import type { Opinion, Watched } from './watched.js';

/** Offset of a result's oracle program: after the discriminator, the version, the bump and the payer. */
const ORACLE_OFFSET = 42;
const WEEK = 7 * 86_400;

interface ListedResult {
  readonly address: Address;
  readonly result: MatchResult;
}

/**
 * What is wrong with the results of an oracle, at a time of the chain in Unix seconds. Those that said something new in
 * the last week, which is the longest window, are compared.
 */
export async function resultSights({ node, oracle, settlement, opinions }: Watched, now: number): Promise<Sight[]> {
  const found = await node.accountsOf(settlement, [
    // Those of an older layout have no reader any more.
    { offset: 0, bytes: Uint8Array.of(...matchResultAccount.discriminator, RESULT_VERSION) },
    { offset: ORACLE_OFFSET, bytes: addressBytes(oracle) },
  ]);
  const results = found.map(({ address, data }) => ({ address, result: matchResultAccount.decode(data) }));
  const isFresh = ({ result: { facts, contradicted } }: ListedResult): boolean =>
    !contradicted && facts.some(({ since }) => now - since.seconds < WEEK);
  const fresh = results.filter(isFresh);
  const compared = opinions.map((opinion) => comparing(opinion, () => differing(opinion, fresh)));
  return [...results.flatMap((one) => stateSights(one, now)), ...(await Promise.all(compared)).flat()];
}

function stateSights({ address: subject, result }: ListedResult, now: number): Sight[] {
  const { fixtureId: fixture, contradicted } = result;
  const closes = resultCloseTime(result);
  return [
    ...(contradicted ? [{ kind: 'result-contradicted', subject, details: { fixture } } as const] : []),
    ...(closes - now < WEEK
      ? [{ kind: 'result-closing', subject, details: { fixture, from: isoTime(closes) } } as const]
      : []),
  ];
}

async function differing(opinion: Opinion, results: readonly ListedResult[]): Promise<Sight[]> {
  const found = results.map(async ({ address, result }): Promise<Sight[]> => {
    const values = await opinion.valuesOf(result);
    const subject = `${address} ${opinion.of}`;
    const { fixtureId: fixture } = result;
    if (values === null) return opinion.isComplete ? [{ kind: 'not-in-feed', subject, details: { fixture } }] : [];
    const other = result.facts.filter(({ key, value, current }) => current && (values.get(key) ?? value) !== value);
    const told = (of: (key: number, value: number) => number | undefined): string =>
      other.map(({ key, value }) => `k${key}=${of(key, value)}`).join(' ');
    const details = { fixture, result: told((_, value) => value), source: told((key) => values.get(key)) };
    return other.length === 0 ? [] : [{ kind: 'result-differs', subject, details }];
  });
  return (await Promise.all(found)).flat();
}
