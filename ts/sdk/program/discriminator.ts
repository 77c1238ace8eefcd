import { sha256 } from '@noble/hashes/sha2.js';

const firstEight = (preimage: string): Uint8Array => sha256(new TextEncoder().encode(preimage)).slice(0, 8);

/**
 * The discriminator that instruction data starts with: the first 8 bytes of `sha256("global:" + name)`.
 *
 * @param name Snake case, as in the IDL.
 *
 * @example
 * ```ts
 * import { bytesToHex } from '@linesman/sdk/format';
 * import { instructionDiscriminator } from '@linesman/sdk/program';
 *
 * bytesToHex(instructionDiscriminator('validate_stat')); // '6bc5e85abf8869b9'
 * ```
 */
export const instructionDiscriminator = (name: string): Uint8Array => firstEight(`global:${name}`);

/**
 * The discriminator that account data starts with: the first 8 bytes of `sha256("account:" + name)`. Roots accounts are
 * an exception: theirs are constants of the format.
 *
 * @param name Pascal case, as in the IDL.
 *
 * @example
 * ```ts
 * import { accountDiscriminator, LOCALNET_PROGRAM_IDS, type RpcNode } from '@linesman/sdk/program';
 *
 * declare const node: RpcNode;
 * const { settlement } = LOCALNET_PROGRAM_IDS;
 * const bytes = accountDiscriminator('Market');
 * const markets = await node.accountsOf(settlement, [{ offset: 0, bytes }]);
 * ```
 */
export const accountDiscriminator = (name: string): Uint8Array => firstEight(`account:${name}`);

/**
 * The discriminator of an event in a `Program data:` log line: the first 8 bytes of `sha256("event:" + name)`.
 *
 * @param name Pascal case, as in the IDL.
 *
 * @example
 * ```ts
 * import { eventDiscriminator, loggedData } from '@linesman/sdk/program';
 *
 * declare const logs: readonly string[];
 * declare const oracle: string;
 * const subscribed = eventDiscriminator('Subscribed');
 * const events = loggedData(logs, oracle, 0).filter((data) => subscribed.every((byte, i) => data[i] === byte));
 * ```
 */
export const eventDiscriminator = (name: string): Uint8Array => firstEight(`event:${name}`);
