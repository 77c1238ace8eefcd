import { inflateSync } from 'node:zlib';
import { sha256 } from '@linesman/sdk/format';
import { type Address, address, addressBytes, addressOf, type Chain, programAddress } from '@linesman/sdk/program';

/** The location of a program's IDL on chain. */
export interface IdlOnChain {
  readonly address: Address;
  /**
   * The program that stores it: the program itself (Anchor before version 1), or the program metadata program.
   */
  readonly kind: 'anchor' | 'program-metadata';
  /** The name in the IDL; `null` when it cannot be read here. */
  readonly name: string | null;
}

/** https://github.com/solana-program/program-metadata */
const PROGRAM_METADATA_ID = address('ProgM6JCCvbYkfKqJYHePx4xxSUSqJp7rh8Lyv7nk7S');
/** Bytes of an IDL. A larger one is not unpacked. */
const LARGEST = 4 * 1024 * 1024;
/** Discriminator, authority, length. */
const ANCHOR_HEADER = 44;

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

/** Looks for the IDL of a program in both places that clients search. */
export async function idlOnChain(chain: Pick<Chain, 'account'>, program: Address): Promise<IdlOnChain | null> {
  const metadata = programAddress(PROGRAM_METADATA_ID, addressBytes(program), seedOf('idl')).address;
  if ((await chain.account(metadata))?.owner === PROGRAM_METADATA_ID)
    return { address: metadata, kind: 'program-metadata', name: null };
  const legacy = anchorIdlAddress(program);
  const account = await chain.account(legacy);
  if (account?.owner !== program) return null;
  return { address: legacy, kind: 'anchor', name: nameIn(account.data) };
}

/** Seeds of the metadata program are text in 16 bytes. */
function seedOf(name: string): Uint8Array {
  const seed = new Uint8Array(16);
  seed.set(text(name));
  return seed;
}

/** The address that Anchor derives with a seed from the program's first PDA. */
export function anchorIdlAddress(program: Address): Address {
  const base = programAddress(program).address;
  return addressOf(sha256(Buffer.concat([addressBytes(base), text('anchor:idl'), addressBytes(program)])));
}

/** The name in the compressed IDL of an Anchor account. */
function nameIn(data: Uint8Array): string | null {
  try {
    const length = new DataView(data.buffer, data.byteOffset).getUint32(ANCHOR_HEADER - 4, true);
    const packed = data.subarray(ANCHOR_HEADER, ANCHOR_HEADER + length);
    const idl = JSON.parse(inflateSync(packed, { maxOutputLength: LARGEST }).toString('utf8'));
    const name: unknown = idl.metadata?.name ?? idl.name;
    return typeof name === 'string' ? name : null;
  } catch {
    return null;
  }
}
