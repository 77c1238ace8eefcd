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
  UNKNOWN_CHOICE,
} from '@linesman/sdk/error';
import {
  type EpochDay,
  epochDay,
  type Milliseconds,
  MS_PER_DAY,
  milliseconds,
} from '@linesman/sdk/internal/format/slotTime';
import { sportOf } from '@linesman/sdk/internal/format/sport';
import { SPORTS, type Sport } from '@linesman/sdk/internal/format/sports/sports';
import { type Address, address } from '@linesman/sdk/internal/program/address/address';
import type { Parser } from './row.js';

/** A URL with one of these schemes. Errors: MALFORMED_URL, without the URL, because it may contain an access key. */
export const url =
  (...schemes: readonly string[]): Parser<string> =>
  (text, option) =>
    URL.canParse(text) && schemes.includes(new URL(text).protocol.slice(0, -1))
      ? text
      : fail(MALFORMED_URL, { option, schemes });

/** An address on chain. Errors: MALFORMED_ADDRESS. */
export const parseAddress: Parser<Address> = (value, option) => {
  try {
    return address(value);
  } catch {
    // An address has up to 44 characters. A text with a secret key has at least 43, so it is not shown.
    const isKeyLong = value.length >= 43;
    return fail(MALFORMED_ADDRESS, isKeyLong ? { option, characters: value.length } : { option, value });
  }
};

/** An address to listen on. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** A port of 127.0.0.1, or an address with a port. Errors: MALFORMED_LISTEN_ADDRESS. */
export const parseListenAddress: Parser<ListenAddress> = (value, option) => {
  const [, bracketed, plain, port = ''] = /^(?:(?:\[([\da-f:.]+)\]|([\w.-]+)):)?(\d{1,5})$/i.exec(value) ?? [];
  if (port !== '' && Number(port) <= 65_535 && (bracketed === undefined || isIP(bracketed) === 6))
    return { host: bracketed ?? plain ?? '127.0.0.1', port: Number(port) };
  return fail(MALFORMED_LISTEN_ADDRESS, { option, value });
};

/** A host, with an optional port. Errors: MALFORMED_HOST. */
export const parseHost: Parser<string> = (host, option) => {
  const address = `https://${host}/`;
  return URL.canParse(address) && new URL(address).host === host ? host : fail(MALFORMED_HOST, { option, value: host });
};

/** One of a few words. Errors: UNKNOWN_CHOICE, which names them. */
export const choice = <const T extends readonly string[]>(...choices: T): Parser<T[number]> =>
  Object.assign(
    (value: string, option: string): T[number] =>
      choices.find((known) => known === value) ?? fail(UNKNOWN_CHOICE, { option, value, choices }),
    { choices },
  );

/** A sport by its name. Errors: UNKNOWN_SPORT. */
export const parseSport: Parser<Sport> = Object.assign((text: string) => sportOf(text), { choices: SPORTS });

/** Several values, comma-separated. */
export const listOf =
  <T>(parse: Parser<T>): Parser<readonly T[]> =>
  (text, option) =>
    text.split(',').map((part) => parse(part.trim(), option));

/** An integer. Errors: NUMBER_OUT_OF_RANGE. */
export const integer =
  (minimum: number, maximum: number): Parser<number> =>
  (value, option) => {
    const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= minimum && number <= maximum) return number;
    return fail(NUMBER_OUT_OF_RANGE, { option, value, minimum, maximum });
  };

/** A port; 0 for a free one. */
export const parsePort = integer(0, 65_535);

/** The id of a fixture, or another number that counts from 1. */
export const parseId = integer(1, 999_999_999);

/** A 64-bit number: an id, or base units of a token. Errors: NUMBER_OUT_OF_RANGE. */
export const parseU64: Parser<bigint> = (value, option) => {
  const number = /^\d{1,20}$/.test(value) ? BigInt(value) : -1n;
  if (number >= 0n && number < 1n << 64n) return number;
  return fail(NUMBER_OUT_OF_RANGE, { option, value, minimum: 0, maximum: '2^64 - 1' });
};

/** A time, ISO 8601 or Unix time in ms. Errors: MALFORMED_TIME. */
export const parseTime: Parser<Milliseconds> = (value, option) => {
  const time = /^\d{1,15}$/.test(value) ? Number(value) : Date.parse(value);
  if (Number.isSafeInteger(time) && time > 0) return milliseconds(time);
  return fail(MALFORMED_TIME, { option, value });
};

/** A day: its number, or `2026-07-09`. Errors: MALFORMED_DAY. */
export const parseDay: Parser<EpochDay> = (text) => {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return epochDay(Number(text));
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  // Date would accept 2026-02-30.
  if (time >= 0 && time <= 65_535 * MS_PER_DAY && new Date(time).toISOString().startsWith(text))
    return epochDay(time / MS_PER_DAY);
  return fail(MALFORMED_DAY, { value: text });
};
