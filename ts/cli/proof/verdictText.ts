import { terminalText } from '@linesman/sdk/error';
import { bytesToHex } from '@linesman/sdk/internal/format/hex';
import { periodName } from '@linesman/sdk/internal/format/period';
import type { Sport } from '@linesman/sdk/internal/format/sports/sports';
import { statName } from '@linesman/sdk/internal/format/statName';
import { addressOf } from '@linesman/sdk/internal/program/address/address';
import type { Fact } from '@linesman/sdk/internal/proof/fact';
import type { Inspection } from '@linesman/sdk/internal/proof/inspect/inspection';
import type { Attested } from '@linesman/sdk/internal/proof/rootAttesters';
import type { VerifyResult } from '@linesman/sdk/internal/proof/verify';
import { styled } from '../terminal/colour.js';
import { type Row, rows } from '../terminal/table.js';
import type { CaseExecution } from './caseExecution.js';
import type { Source, Sources } from './proofInput.js';
import { dateOf } from './verification.js';

export interface VerdictContext {
  readonly sport: Sport;
  readonly sportGiven: boolean;
  readonly where: string | undefined;
  /** Rows for facts that the proof itself does not contain. */
  readonly more?: readonly Row[];
  /** Source of the published root and the oracle's key. Default: the command line. */
  readonly sources?: Sources;
}

/** A proof, and the request for it. */
export interface Inspected {
  readonly inspection: Inspection;
  readonly verdict: VerdictContext;
  /** The answer of the program; null if it was not executed. */
  readonly execution: CaseExecution | null;
}

/** The output of `verify` for a valid proof. */
export const verdictText = (result: VerifyResult, context: VerdictContext, isColoured = false): string =>
  rows(verdictRows(result, context, isColoured), isColoured);

/** The same as names and values. */
export function verdictRows(
  result: VerifyResult,
  { sport, sportGiven, where, more = [], sources }: VerdictContext,
  isColoured = false,
): readonly Row[] {
  const entries: Row[] = [['valid', about(result)], ['when', when(result)], ...more];
  if (result.kind === 'stat') {
    entries.push(['sport', sportGiven ? sport : `${sport} (assumed; the proof does not say, see --sport)`]);
    if (result.format === 'all-stats') entries.push(['format', 'all-stats, the older tree']);
    result.facts.forEach((fact, i) => {
      entries.push([i === 0 ? 'facts' : '', factText(fact, sport)]);
    });
    entries.push(['final', result.final ? 'yes' : 'no']);
  }
  const root = bytesToHex(result.mainRoot);
  entries.push(['root', `${root} (${rootText(result, sources?.roots ?? null)})`]);
  if (result.attested) entries.push(['attested', attestedText(result.attested)]);
  if ('signed' in result) entries.push(['signed', signedText(result, sources?.oracleKeys ?? null)]);
  if (result.kind === 'stat' && result.verdict !== null)
    entries.push([
      'verdict',
      `${styled(result.verdict ? 'green' : 'red', `${result.verdict}`, isColoured)}: ${terminalText(where ?? '')}`,
    ]);
  return entries;
}

function about(result: VerifyResult): string {
  switch (result.kind) {
    case 'stat':
      return `stats of fixture ${result.fixtureId} (version ${result.version})`;
    case 'odds':
      return `odds ${terminalText(result.odds.messageId)} of fixture ${result.fixtureId}`;
    case 'fixture': {
      const { participant1, participant2 } = result.snapshot;
      return `record of fixture ${result.fixtureId}: ${terminalText(`${participant1} - ${participant2}`)}`;
    }
    case 'fixture-batch': {
      const { totalUpdateCount, numUniqueFixtures } = result.metadata;
      return `fixture batch: ${totalUpdateCount} records of ${numUniqueFixtures} fixtures`;
    }
  }
}

function when(result: VerifyResult): string {
  const day = `day ${result.epochDay} (${dateOf(result.epochDay)})`;
  const clock = (minutes: number): string =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  if ('slot' in result) return `${day}, slot ${result.slot} (${clock(5 * result.slot)} UTC)`;
  return `${day}, hour ${result.index} of window ${result.window} (${clock(60 * (result.index % 24))} UTC)`;
}

/** A proven stat in words. */
export function factText(fact: Fact, sport: Sport): string {
  const name = `k${fact.key} ${statName(sport, fact.key) ?? '(no stat of this sport)'}`;
  if (fact.kind === 'absent') return `${name}: 0, proven absent`;
  const period = periodName(sport, fact.period);
  const named = period === undefined || fact.period === 0 ? '' : ` (${period})`;
  return `${name}: ${fact.value}, period ${fact.period}${named}`;
}

function rootText({ published }: VerifyResult, source: Source): string {
  if (!published) return 'not compared: pass --roots';
  return source === 'case' ? 'as the case recorded it, not the chain' : 'published';
}

const attestedText = ({ set, count, keys }: Attested): string =>
  `${count} of the ${keys} keys of ${addressOf(set)} vouch for the root`;

function signedText(result: Extract<VerifyResult, { signed: true | null }>, source: Source): string {
  if (result.signed) return source === 'case' ? 'yes, by the key that the case recorded' : 'yes, by the oracle key';
  return result.version === 4 ? 'not checked: pass --oracle-key' : `no (version ${result.version} has no signature)`;
}
