import { type PGlite, parse, protocol, type Results, types } from '@electric-sql/pglite';
import { INT8_OID, int8 } from './int8.js';

const { serialize } = protocol;
const PARSERS = { ...types.parsers, [INT8_OID]: int8 };

/**
 * Runs one statement in one round trip. PGlite's own `query` needs six, because it asks for the parameter types first;
 * ours are encoded the same whatever their type, and the round trips take longer than a look-up. The caller must hold
 * the session.
 */
export async function runStatement(database: PGlite, sql: string, parameters: readonly unknown[]): Promise<Results> {
  const messages = joined([
    serialize.parse({ text: sql }),
    serialize.bind({ values: parameters.map(asSent) }),
    serialize.describe({ type: 'P' }),
    serialize.execute({}),
    serialize.sync(),
  ]);
  const answer = await database.runExclusive(() => database.execProtocolStream(messages));
  return parse.parseResults(answer, PARSERS)[0] as Results;
}

type Value = string | Uint8Array | null;

/** Encodes a parameter for PostgreSQL: bytes as they are, everything else as text. */
function asSent(value: unknown): Value {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || value instanceof Uint8Array) return value;
  return Array.isArray(value) ? `{${value.map(elementAsSent).join(',')}}` : String(value);
}

/** Encodes an item of an array of numbers or texts. */
const elementAsSent = (element: unknown): string =>
  typeof element === 'string' ? `"${element.replace(/["\\]/g, '\\$&')}"` : String(element);

function joined(messages: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(messages.reduce((length, message) => length + message.length, 0));
  let at = 0;
  for (const message of messages) {
    whole.set(message, at);
    at += message.length;
  }
  return whole;
}
