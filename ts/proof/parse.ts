import { fail, listed } from '../error/index.js';
import { DocumentNode } from './document.js';
import { parseFixture, parseFixtureBatch } from './parseFixture.js';
import { parseOdds, parseOddsV4 } from './parseOdds.js';
import { parseStatV1, parseStatV2, parseStatV3, parseStatV4 } from './parseStat.js';
import type { Proof } from './proof.js';
import { readDocument } from './readDocument.js';

/**
 * Reads an answer of the service, of any version, in Pascal or lower camel case: its JSON text or UTF-8 bytes, or the
 * document parsed from them. From text is best: what is ambiguous in it, a key twice or an integer written as `1.0`, no
 * longer shows once it is parsed. `path` is where the answer stands, for one that was taken out of something. What it
 * is follows from its fields:
 *
 * | has | is |
 * |---|---|
 * | `payload` with `oddsSnapshot` | odds v4 |
 * | `payload` | stat validation v4 |
 * | `statsToProve` and `multiproof` | stat validation v3 |
 * | `statsToProve` and `statProofs` | stat validation v2 |
 * | `statToProve` | stat validation v1 |
 * | `odds`, `snapshot`, `metadata` | odds, fixture, fixture batch |
 *
 * Nothing is verified here. Errors: 7000 and 7170 of text that is none, or ambiguous; 7001 none of these or several,
 * 7000 a field is missing or of another type, 7002 a hash, 7003 a number, 7004 a field in two spellings; all name the
 * path in the document.
 */
export function parseProof(answerOrText: unknown, path = '$'): Proof {
  const isText = typeof answerOrText === 'string' || answerOrText instanceof Uint8Array;
  const document = isText ? readDocument(answerOrText, 'The document', path) : answerOrText;
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    const kind = document === null ? 'null' : Array.isArray(document) ? 'a list' : `a ${typeof document}`;
    return fail(7001, { message: `The document is ${kind}, not an object.`, path });
  }
  const answer = new DocumentNode(document, path);
  const has = (name: string): boolean => answer.find(name) !== undefined;
  const marks = ['payload', 'statToProve', 'statsToProve', 'odds', 'snapshot', 'metadata'].filter(has);
  const [mark] = marks;
  if (mark === undefined || marks.length > 1) {
    const found = marks.length > 1 ? marks.join(' and ') : `only ${listed(Object.keys(document)) || 'nothing'}`;
    return fail(7001, { message: `${path} is no answer that is known: it has ${found}.`, path });
  }
  switch (mark) {
    case 'payload':
      return answer.field('payload').find('oddsSnapshot') ? parseOddsV4(answer) : parseStatV4(answer);
    case 'statToProve':
      return parseStatV1(answer);
    case 'statsToProve':
      if (has('multiproof')) return parseStatV3(answer);
      if (has('statProofs')) return parseStatV2(answer);
      return fail(7000, { message: `${path}.statProofs and ${path}.multiproof are both missing.`, path });
    case 'odds':
      return parseOdds(answer);
    case 'snapshot':
      return parseFixture(answer);
    default:
      return parseFixtureBatch(answer);
  }
}
