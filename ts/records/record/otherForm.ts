/** Likely kinds of an object that is not a record: an answer with a proof, an event of a stream, an HTTP archive. */
export type OtherForm = 'proof' | 'heartbeat' | 'HAR';

/** Fields that occur in answers with proofs only. */
const OF_PROOFS = [
  'payload',
  'Payload',
  'summary',
  'Summary',
  'mainTreeProof',
  'MainTreeProof',
  'metadata',
  'proof',
  'Proof',
];

/** The likely kind of an object that is not a record, or `null`. */
export function otherFormOf(value: object): OtherForm | null {
  if (OF_PROOFS.some((name) => Object.hasOwn(value, name))) return 'proof';
  if (Object.hasOwn(value, 'Gap') || Object.hasOwn(value, 'Closing')) return 'heartbeat';
  const { log } = value as { readonly log?: { readonly entries?: unknown } | null };
  return Array.isArray(log?.entries) ? 'HAR' : null;
}
