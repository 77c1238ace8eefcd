import type { Roots, RootsKind } from './vector.js';

interface Form {
  discriminator: string;
  size: number;
  slots: number;
  /** First PDA seed. */
  seed: string;
}

export const ROOTS_FORMS: Record<RootsKind, Form> = {
  scores: { discriminator: 'd90c0c170ab7737d', size: 9232, slots: 288, seed: 'daily_scores_roots' },
  odds: { discriminator: '0d6e05ed89f203dd', size: 9232, slots: 288, seed: 'daily_batch_roots' },
  fixtures: { discriminator: '3930b904a415a782', size: 7696, slots: 240, seed: 'ten_daily_fixtures_roots' },
};

/** The bytes of the account that a vector describes, with its tampering applied. */
export function rootsAccount(roots: Roots): Buffer {
  const form = ROOTS_FORMS[roots.kind];
  const data = Buffer.alloc(form.size);
  data.write(roots.tamper?.discriminator ?? form.discriminator, 0, 'hex');
  data.writeUInt16LE(roots.tamper?.storedDay ?? roots.day, 8);
  for (const [slot, root] of Object.entries(roots.slots)) {
    if (Number(slot) >= form.slots)
      throw new Error(`slot ${slot} is beyond the ${form.slots} of a ${roots.kind} account`);
    data.write(root, 10 + 32 * Number(slot), 'hex');
  }
  data[10 + 32 * form.slots] = roots.bump;
  const length = roots.tamper?.length ?? form.size;
  return Buffer.concat([data.subarray(0, length), Buffer.alloc(Math.max(0, length - form.size))]);
}
