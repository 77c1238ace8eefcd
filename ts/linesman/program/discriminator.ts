import { sha256 } from '@noble/hashes/sha2.js';

const firstEight = (preimage: string): Uint8Array => sha256(new TextEncoder().encode(preimage)).slice(0, 8);

/** The first 8 bytes of an instruction's data; `name` in snake case, e.g. `validate_stat_v4`. */
export const instructionDiscriminator = (name: string): Uint8Array => firstEight(`global:${name}`);

/** The first 8 bytes of an account's data; `name` in Pascal case, e.g. `Market`. Roots accounts have constants of their own. */
export const accountDiscriminator = (name: string): Uint8Array => firstEight(`account:${name}`);

/** The first 8 bytes of an event in the logs; `name` in Pascal case. */
export const eventDiscriminator = (name: string): Uint8Array => firstEight(`event:${name}`);
