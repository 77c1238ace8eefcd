import { isIP } from 'node:net';
import {
  fail,
  MALFORMED_ADDRESS,
  MALFORMED_DAY,
  MALFORMED_HOST,
  MALFORMED_LISTEN_ADDRESS,
  MALFORMED_TIME,
  MALFORMED_URL,
  NUMBER_OUT_OF_RANGE,
} from '../../error/index.js';
import { type EpochDay, epochDay, type Milliseconds, MS_PER_DAY, milliseconds } from '../../format/index.js';
import { type Address, address } from '../../program/address/address.js';

// `option` is an option with its dashes, or an argument as the help names it: `<amount>`.

/** A URL with one of these schemes. Errors: MALFORMED_URL, without the URL, which may contain an access key. */
export function urlOf(option: string, text: string, schemes: readonly string[]): string {
  if (URL.canParse(text) && schemes.includes(new URL(text).protocol.slice(0, -1))) return text;
  return fail(MALFORMED_URL, { option, schemes });
}

/** An address on chain. Errors: MALFORMED_ADDRESS. */
export function addressOption(option: string, value: string): Address {
  try {
    return address(value);
  } catch {
    // An address has up to 44 characters, and whatever holds a secret key has at least 43.
    const isKeyLong = value.length >= 43;
    return fail(MALFORMED_ADDRESS, isKeyLong ? { option, characters: value.length } : { option, value });
  }
}

/** Where to listen: a port of 127.0.0.1, or an address with a port. Errors: MALFORMED_LISTEN_ADDRESS. */
export function listenAddressOf(option: string, value: string): { readonly host: string; readonly port: number } {
  const [, bracketed, plain, port = ''] = /^(?:(?:\[([\da-f:.]+)\]|([\w.-]+)):)?(\d{1,5})$/i.exec(value) ?? [];
  if (port !== '' && Number(port) <= 65_535 && (bracketed === undefined || isIP(bracketed) === 6))
    return { host: bracketed ?? plain ?? '127.0.0.1', port: Number(port) };
  return fail(MALFORMED_LISTEN_ADDRESS, { option, value });
}

/** Comma-separated hosts, each with an optional port. Errors: MALFORMED_HOST. */
export function hostsOf(option: string, text: string): readonly string[] {
  return text.split(',').map((part) => {
    const host = part.trim();
    const address = `https://${host}/`;
    if (URL.canParse(address) && new URL(address).host === host) return host;
    return fail(MALFORMED_HOST, { option, value: host });
  });
}

/** An integer. Errors: NUMBER_OUT_OF_RANGE. */
export function numberOf(option: string, value: string, minimum: number, maximum: number): number {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= minimum && number <= maximum) return number;
  return fail(NUMBER_OUT_OF_RANGE, { option, value, minimum, maximum });
}

/** A 64-bit number: an id, or base units of a token. Errors: NUMBER_OUT_OF_RANGE. */
export function u64Of(option: string, value: string): bigint {
  const number = /^\d{1,20}$/.test(value) ? BigInt(value) : -1n;
  if (number >= 0n && number < 1n << 64n) return number;
  return fail(NUMBER_OUT_OF_RANGE, { option, value, minimum: 0, maximum: '2^64 - 1' });
}

/** A time, ISO 8601 or Unix time in ms. Errors: MALFORMED_TIME. */
export function timeOf(option: string, value: string): Milliseconds {
  const time = /^\d{1,15}$/.test(value) ? Number(value) : Date.parse(value);
  if (Number.isSafeInteger(time) && time > 0) return milliseconds(time);
  return fail(MALFORMED_TIME, { option, value });
}

/** A day: its number, or `2026-07-09`. Errors: MALFORMED_DAY. */
export function dayOf(text: string): EpochDay {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return epochDay(Number(text));
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  // Date would accept 2026-02-30.
  if (time >= 0 && time <= 65_535 * MS_PER_DAY && new Date(time).toISOString().startsWith(text))
    return epochDay(time / MS_PER_DAY);
  return fail(MALFORMED_DAY, { value: text });
}
