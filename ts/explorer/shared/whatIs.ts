import { isAddress } from '@linesman/sdk/program';

const BASE58 = /^[1-9A-HJ-NP-Za-km-z]+$/;

/** Whether a text has the form of a transaction's signature: 64 bytes in Base58. */
export const isSignature = (text: string): boolean => text.length >= 80 && text.length <= 88 && BASE58.test(text);

/** The possible meanings of a text in the search. */
export type Meant =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'transaction' | 'account'; readonly text: string }
  /** A hash, 64 hexadecimal digits. */
  | { readonly kind: 'root'; readonly text: string }
  | { readonly kind: 'match'; readonly fixtureId: number }
  | { readonly kind: 'words'; readonly text: string };

/** Recognised by its form alone, so that visitors need not choose a kind. */
export function whatIs(typed: string): Meant {
  const text = typed.trim();
  if (text === '') return { kind: 'nothing' };
  if (/^(0x)?[\da-f]{64}$/i.test(text)) return { kind: 'root', text: text.slice(-64).toLowerCase() };
  if (isAddress(text)) return { kind: 'account', text };
  if (isSignature(text)) return { kind: 'transaction', text };
  if (/^\d{1,9}$/.test(text)) return { kind: 'match', fixtureId: Number(text) };
  return { kind: 'words', text };
}
