import { readdirSync, readFileSync } from 'node:fs';
import type { Sport } from '@linesman/sdk/format';

/**
 * Every answer of the API that the project ships, and what the programs do with it. `npm run examples` records them in
 * `examples/proofs`, from a simulated service, and the roots on chain that they lead to in `examples/roots`.
 */

const folder = new URL('../../examples/proofs/', import.meta.url);

export const FILES: readonly string[] = readdirSync(folder).map((file) => file.replace(/\.json$/, ''));

/** The text of an answer, as the API sent it. */
export const textOf = (file: string): string => readFileSync(new URL(`${file}.json`, folder), 'utf8');

/** A bet on a match. Ann stakes on yes, Ben on no. */
export interface Bet {
  readonly match: { readonly fixtureId: number; readonly sport: Sport };
  /** In soccer k1 and k2 are goals, k1001 and k1002 those of half 1, k7 and k8 corners; else k1 and k2 points. */
  readonly yes: string;
  /** Which update of the match decides. Default: the final one. */
  readonly finality?: 'finalised' | 'halfTime' | 'signedFinal';
}

interface Paid extends Bet {
  readonly file: string;
  readonly version: 1 | 2 | 3 | 4;
  /** `compact` leaves out what the market stores. The library makes it from the same answer. */
  readonly form: 'full' | 'compact';
  readonly winner: 'ann' | 'ben';
  /** Somebody tries this answer before, and gets this error. */
  readonly tried?: { readonly file: string; readonly error: string };
}

interface Refused extends Bet {
  readonly file: string;
  readonly error: string;
  /** A forgery: one text in the answer is replaced by another. */
  readonly edit?: readonly [from: string, to: string];
}

const WIN = { fixtureId: 18_400_001, sport: 'soccer' } as const; // 3–1, after 2–1 at half-time; corners 4–6
const TO_NIL = { fixtureId: 18_400_002, sport: 'soccer' } as const; // 2–0
const NOTHING = { fixtureId: 18_400_003, sport: 'soccer' } as const; // 0–0; every other stat is zero as well
const BASKETBALL = { fixtureId: 18_400_004, sport: 'basketball' } as const; // 31–28
const US_FOOTBALL = { fixtureId: 18_400_005, sport: 'us-football' } as const; // 17–14

/** Answers that end in a paid claim. */
export const PAID: readonly Paid[] = [
  // One or two stats, each with its own path: a threshold and a stat that is proven to be zero; sums.
  { file: 'two-nil', version: 1, form: 'full', match: TO_NIL, yes: 'k1 > 1 and k2 == 0', winner: 'ann' },
  { file: 'two-nil', version: 1, form: 'compact', match: TO_NIL, yes: 'k1 + k2 > 2', winner: 'ben' },
  { file: 'corners', version: 1, form: 'full', match: WIN, yes: 'k7 + k8 > 9', winner: 'ann' },
  // Up to five stats: a difference, after the proof of the score at half-time; the distance from 1–1; half-time itself.
  {
    ...{ file: 'final-win', version: 2, form: 'full', match: WIN, yes: 'k1 - k2 > 0', winner: 'ann' },
    tried: { file: 'half-time-score', error: 'NotFinal' },
  },
  { file: 'final-win', version: 2, form: 'compact', match: WIN, yes: 'distance(k1:1, k2:1) < 2', winner: 'ben' },
  {
    ...{ file: 'half-time', version: 2, form: 'full', match: WIN, yes: 'k1001 - k1002 == 1', winner: 'ann' },
    finality: 'halfTime',
  },
  // One multiproof of all stats: two conditions; the exact score and corners; the fields in the other spelling.
  { file: 'final-win-v3', version: 3, form: 'full', match: WIN, yes: 'k1 - k2 > 0 and k7 + k8 > 9', winner: 'ann' },
  {
    ...{ file: 'final-win-v3', version: 3, form: 'compact', match: WIN, winner: 'ann' },
    yes: 'distance(k1:3, k2:1, k7:4, k8:6) < 1',
  },
  {
    ...{ file: 'final-win-v3-observed', version: 3, form: 'full', match: WIN, winner: 'ben' },
    yes: 'k1 - k2 > 2 and k7 + k8 > 9',
  },
  // Signed by the oracle, whose key the market names.
  {
    ...{ file: 'final-win-v4', version: 4, form: 'full', match: WIN, yes: 'k1 + k2 > 3', winner: 'ann' },
    finality: 'signedFinal',
  },
  // The other sports.
  { file: 'basketball', version: 3, form: 'full', match: BASKETBALL, yes: 'k1 + k2 > 59', winner: 'ben' },
  { file: 'us-football', version: 3, form: 'compact', match: US_FOOTBALL, yes: 'k1 - k2 < 4', winner: 'ann' },
];

/** Answers that decide nothing: the market is void in the end, and the stakes go back. */
export const REFUSED: readonly Refused[] = [
  // A stat of zero does not show that the match is over, and this match has no other that could.
  { file: 'all-zero', match: NOTHING, yes: 'k1 + k2 == 0', error: 'MissingWitness' },
  { file: 'two-nil', match: WIN, yes: 'k1 - k2 > 0', error: 'WrongFixture' },
  { file: 'corners', match: WIN, yes: 'k1 - k2 > 0', error: 'WrongStatKeys' },
  { file: 'final-win', match: WIN, yes: 'k1 - k2 > 0', finality: 'signedFinal', error: 'SignatureRequired' },
  // A goal more; another root of the update; another path to the root on chain.
  { file: 'final-win', edit: ['"value":3', '"value":4'], match: WIN, yes: 'k1 - k2 > 2', error: 'InvalidStatProof' },
  {
    ...{ file: 'final-win', edit: ['122,142', '123,142'], match: WIN, yes: 'k1 - k2 > 2' },
    error: 'InvalidFixtureSubTreeProof',
  },
  { file: 'final-win', edit: ['174,118', '175,118'], match: WIN, yes: 'k1 - k2 > 2', error: 'InvalidMainTreeProof' },
];

/** Answers without stats. No market takes them; the oracle program says whether they were published. */
export const PUBLISHED = [
  { file: 'odds', kind: 'odds', edit: ['8721', '8722'], error: 'InvalidSubTreeProof' },
  { file: 'odds-v4', kind: 'odds', edit: ['8721', '8722'], error: 'InvalidSubTreeProof' },
  { file: 'fixture', kind: 'fixture', edit: ['Brackmoor', 'Brackmore'], error: 'InvalidSubTreeProof' },
  { file: 'fixture-batch', kind: 'fixture-batch', edit: ['Count":5', 'Count":6'], error: 'InvalidMainTreeProof' },
] as const;
