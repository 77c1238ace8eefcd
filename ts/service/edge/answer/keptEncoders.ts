import type { Encoders } from './encoders.js';

/** Wraps encoders so that a record is encoded once per form. The text is kept for as long as the record. */
export function keptEncoders(encoders: Encoders): Encoders {
  const texts = new WeakMap<object, Map<string, string>>();
  const kept = (record: object, form: string, encode: () => object | string): string => {
    const known = texts.get(record) ?? new Map<string, string>();
    const text = known.get(form) ?? JSON.stringify(encode());
    known.set(form, text);
    texts.set(record, known);
    return text;
  };
  return {
    odds: (record, wire) => kept(record, `odds/${wire}`, () => encoders.odds(record, wire)),
    scores: (record, form, wire) => kept(record, `scores/${form}/${wire}`, () => encoders.scores(record, form, wire)),
    fixture: (record, wire) => kept(record, `fixture/${wire}`, () => encoders.fixture(record, wire)),
  };
}
