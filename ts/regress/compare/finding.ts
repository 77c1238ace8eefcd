/** The kinds of changes. */
export const FINDING_KINDS = [
  'program',
  'gone',
  'root',
  'verdict',
  'number',
  'facts',
  'final',
  'instruction',
  'units',
  'bytes',
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

/** A difference between the ledger and this run. */
export interface Finding {
  readonly kind: FindingKind;
  /** The name of the case; null for a finding about the program, which all cases share. */
  readonly name: string | null;
  /** The case file; the ledger where there is none. */
  readonly file: string;
  /** The verifier whose answer changed: `offline`, or the name of a build. */
  readonly by: string | null;
  readonly was: string;
  readonly is: string;
  /** One sentence: what the change means. */
  readonly reason: string;
}
