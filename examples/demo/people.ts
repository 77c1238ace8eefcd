import { createHash } from 'node:crypto';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';

const ROLES = ['authority', 'publisher', 'creator', 'ann', 'ben', 'mint'] as const;

/** All signers of the demo. Their keys derive from their roles, so every run shows the same addresses. */
export type People = Readonly<Record<(typeof ROLES)[number], KeyPair>>;

export function people(): People {
  const keys = ROLES.map((role) => {
    const seed = createHash('sha256').update(`linesman demo ${role}`).digest();
    return [role, KeyPair.fromSeed(seed)] as const;
  });
  return Object.fromEntries(keys) as People;
}
