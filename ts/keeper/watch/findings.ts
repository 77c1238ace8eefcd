import type { Level } from '../log.js';

/** The page that says what to do. */
export const RUNBOOK = 'docs/runbook-money.md';

/** How bad it is, as a level of the log: money is in danger, it may be, or somebody should know. */
export type Severity = Exclude<Level, 'debug'>;

interface FindingRule {
  readonly severity: Severity;
  readonly what: string;
  /** The heading of the page, as an anchor. */
  readonly anchor: string;
  /** Whether it is found in every round for as long as it stands, not only in the first. */
  readonly stands?: true;
}

const WRONG_ROOT = 'a-wrong-root-with-open-markets';
const PUBLISHER = 'a-stolen-publisher-key';
const ADMIN = 'a-stolen-admin-or-upgrade-key-during-a-match';
const HALT = 'a-cluster-that-stands-still-longer-than-a-window';
const MINT = 'a-frozen-mint';
const KNOWN = 'what-is-no-case';

const rule = (severity: Severity, anchor: string, what: string): FindingRule => ({ severity, anchor, what });
const standing = (severity: Severity, anchor: string, what: string): FindingRule & { readonly stands: true } => ({
  ...rule(severity, anchor, what),
  stands: true,
});

/** Everything that `linesman watch` finds. */
export const FINDINGS = {
  'bound-changed': rule('error', ADMIN, 'The admin changed the time limit for late roots.'),
  'admin-proposed': rule('error', ADMIN, 'The proposed admin changed.'),
  'admin-changed': rule('error', ADMIN, 'The oracle has another admin.'),
  'publisher-changed': rule('error', ADMIN, 'The oracle has another publisher.'),
  'key-changed': rule('error', ADMIN, 'A key that signs answers or purchases changed.'),
  'program-changed': rule('error', ADMIN, 'A program was deployed anew.'),
  'authority-changed': rule('error', ADMIN, 'Another key may upgrade a program, or none.'),
  'late-root': rule('error', WRONG_ROOT, 'A root was published after its time, with the signature of the admin.'),
  'second-root': rule('error', PUBLISHER, 'The publisher tried to publish another root where there was one.'),
  'root-replaced': rule('error', ADMIN, 'A published root changed or is gone, which no version of ours can cause.'),
  'inserts-unknown': rule('info', KNOWN, 'The node does not show all late and second inserts.'),
  'result-differs': standing('error', WRONG_ROOT, 'A result differs from a source.'),
  'proposal-differs': standing('error', WRONG_ROOT, 'The proposed outcome of a market differs from a source.'),
  'not-in-feed': standing('warn', WRONG_ROOT, 'A source has nothing that decides a market or a result.'),
  'not-compared': standing('warn', KNOWN, 'A source does not respond, so watch cannot compare with it.'),
  'result-contradicted': rule('error', WRONG_ROOT, 'Two proofs of one score record disagree.'),
  'vault-short': standing('error', MINT, 'A vault holds less than it owes.'),
  'vault-frozen': standing('error', MINT, 'A vault is frozen, so it cannot pay anyone.'),
  'clock-off': standing('error', HALT, "The chain's clock is far from this machine's."),
  'chain-halted': standing('error', HALT, 'The chain produces no slots.'),
  'result-closing': rule('info', KNOWN, 'A result may soon be closed, and can then no longer be read.'),
} as const satisfies Readonly<Record<string, FindingRule>>;

export type FindingKind = keyof typeof FINDINGS;

/** What a finding is about (an account, a transaction, a value) and more about it. */
export type Details = Readonly<Record<string, string | number>>;

/** What a round has seen that should not be so. The same kind and subject are the same sight in the next round. */
export interface Sight {
  readonly kind: FindingKind;
  readonly subject: string;
  readonly details: Details;
}

export const keyOf = ({ kind, subject }: Sight): string => `${kind} ${subject}`;
