import { fail } from '../../error/index.js';
import { pathOf } from '../../merkle/index.js';
import type { FixtureBatchProof, FixtureProof, OddsProof } from '../../proof/index.js';
import type { FixtureBatch } from './fixtureBatch.js';
import type { OddsBatch } from './oddsBatch.js';

/** One odds record up to the main root; 7015 when the batch does not hold it. */
export function proveOdds(batch: OddsBatch, fixtureId: number, messageId: string): OddsProof {
  const place = placeOf(batch.fixtures, fixtureId);
  const of = batch.fixtures[place];
  const index = of?.records.findIndex((record) => record.messageId === messageId) ?? -1;
  const odds = of?.records[index];
  if (!of || !odds) return fail(7015, { message: `There is no odds record ${messageId} in this slot.`, messageId });
  return {
    kind: 'odds',
    version: 1,
    ts: odds.ts,
    odds,
    summary: of.summary,
    subTreeProof: pathOf(of.tree, index),
    mainTreeProof: pathOf(batch.tree, place + 1),
  };
}

/** A record of the fixture in the hour up to the main root: the one at `index`, or the last. */
export function proveFixture(batch: FixtureBatch, fixtureId: number, index?: number): FixtureProof {
  const place = placeOf(batch.fixtures, fixtureId);
  const of = batch.fixtures[place];
  const at = index ?? (of ? of.records.length - 1 : 0);
  const snapshot = of?.records[at];
  if (!of || !snapshot) return fail(7015, { message: `Fixture ${fixtureId} has no record ${at} in this hour.`, at });
  return {
    kind: 'fixture',
    snapshot,
    summary: of.summary,
    subTreeProof: pathOf(of.tree, at),
    mainTreeProof: pathOf(batch.tree, place + 1),
  };
}

/** The metadata leaf of an hourly batch up to its root. */
export function proveFixtureBatch(batch: FixtureBatch): FixtureBatchProof {
  return { kind: 'fixture-batch', metadata: batch.metadata, mainTreeProof: pathOf(batch.tree, 0) };
}

function placeOf(fixtures: readonly { readonly summary: { readonly fixtureId: number } }[], fixtureId: number): number {
  const place = fixtures.findIndex(({ summary }) => summary.fixtureId === fixtureId);
  return place >= 0 ? place : fail(7015, { message: `Fixture ${fixtureId} has no record in this batch.`, fixtureId });
}
