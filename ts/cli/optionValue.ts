import { PublicKey } from '@solana/web3.js';
import { fail } from '../error/index.js';

/** An address of the web. Errors: 7015; the address is not repeated in the message: it may carry an access key. */
export function addressOf(name: string, text: string, protocol: RegExp): string {
  if (URL.canParse(text) && protocol.test(new URL(text).protocol)) return text;
  return fail(7015, {
    message: `--${name} is no address of the right kind (${name === 'ws' ? 'ws' : 'http'} or with s).`,
  });
}

/** An address of the chain. Errors: 7015. */
export function publicKeyOf(name: string, text: string): PublicKey {
  try {
    return new PublicKey(text);
  } catch {
    return fail(7015, { message: `--${name} "${text.slice(0, 100)}" is no address.` });
  }
}

/** An integer. Errors: 7015. */
export function numberOf(name: string, text: string, minimum: number, maximum: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= minimum && value <= maximum) return value;
  return fail(7015, { message: `--${name} "${text.slice(0, 100)}" is no number from ${minimum} to ${maximum}.` });
}

/** Base units of a token, a u64. Errors: 7015. */
export function amountOf(name: string, text: string): bigint {
  const amount = /^\d{1,20}$/.test(text) ? BigInt(text) : -1n;
  if (amount >= 0n && amount < 1n << 64n) return amount;
  return fail(7015, { message: `--${name} "${text.slice(0, 100)}" is no number of base units.` });
}
