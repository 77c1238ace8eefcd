import { ACCOUNT_SIZE, MULTISIG_SIZE } from '@solana/spl-token';
import type { Extension } from '../../helpers/settlement/tokens.js';

/** Offset at which both kinds of Token-2022 accounts store their kind; extensions follow. */
const KIND = ACCOUNT_SIZE;
const KINDS = { mint: 1, account: 2 };

/** A mint or token account with one more extension. */
export function withExtension(data: Uint8Array, kind: keyof typeof KINDS, [type, content]: Extension): Uint8Array {
  const entry = Buffer.alloc(4 + content.length);
  entry.writeUInt16LE(type, 0);
  entry.writeUInt16LE(content.length, 2);
  entry.set(content, 4);
  const head = Buffer.alloc(KIND + 1);
  head.set(data.subarray(0, KIND));
  head[KIND] = KINDS[kind];
  return joined(head, [...entriesOf(data), entry]);
}

/** The same account without the extensions of these types. */
export function withoutExtensions(data: Uint8Array, types: readonly number[]): Uint8Array {
  const entries = entriesOf(data).filter((entry) => !types.includes((entry[0] ?? 0) | ((entry[1] ?? 0) << 8)));
  // Token-2022 does not accept a kind without extensions. A mint keeps its metadata pointer here.
  return entries.length === 0 ? data.subarray(0, KIND) : joined(data.subarray(0, KIND + 1), entries);
}

/** The extensions without the zero padding. */
function entriesOf(data: Uint8Array): Uint8Array[] {
  const entries: Uint8Array[] = [];
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  for (let at = KIND + 1; at + 4 <= data.length && view.getUint16(at, true) !== 0; ) {
    const end = at + 4 + view.getUint16(at + 2, true);
    entries.push(data.subarray(at, end));
    at = end;
  }
  return entries;
}

/** An account with a multisig's size would be taken for one, so Token-2022 adds two bytes. */
function joined(head: Uint8Array, entries: readonly Uint8Array[]): Uint8Array {
  const data = Buffer.concat([head, ...entries]);
  return data.length === MULTISIG_SIZE ? Buffer.concat([data, new Uint8Array(2)]) : data;
}
