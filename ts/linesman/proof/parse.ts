import { fail, MALFORMED_RESPONSE, UNKNOWN_RESPONSE } from '../error/index.js';
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
 * Nothing is verified here. Errors: MALFORMED_RESPONSE text that is not JSON, a field that is missing or of another type;
 * REPEATED_KEY; UNKNOWN_RESPONSE none of these or several; INVALID_HASH; INVALID_NUMBER; UNKNOWN_FIELD a field in two
 * spellings. All name the path in the document.
 */
export function parseProof(answerOrText: unknown, path = '$'): Proof {
  const isText = typeof answerOrText === 'string' || answerOrText instanceof Uint8Array;
  const document = isText ? readDocument(answerOrText, 'The document', path) : answerOrText;
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    const found = document === null ? 'null' : Array.isArray(document) ? 'a list' : `a ${typeof document}`;
    return fail(UNKNOWN_RESPONSE, { problem: 'no object', path, found });
  }
  const answer = new DocumentNode(document, path);
  const has = (name: string): boolean => answer.find(name) !== undefined;
  const marks = ['payload', 'statToProve', 'statsToProve', 'odds', 'snapshot', 'metadata'].filter(has);
  const [mark] = marks;
  if (mark === undefined) return fail(UNKNOWN_RESPONSE, { problem: 'no kind', path, value: document });
  if (marks.length > 1) return fail(UNKNOWN_RESPONSE, { problem: 'several kinds', path, fields: marks });
  switch (mark) {
    case 'payload':
      return answer.field('payload').find('oddsSnapshot') ? parseOddsV4(answer) : parseStatV4(answer);
    case 'statToProve':
      return parseStatV1(answer);
    case 'statsToProve':
      if (has('multiproof')) return parseStatV3(answer);
      if (has('statProofs')) return parseStatV2(answer);
      return fail(MALFORMED_RESPONSE, {
        problem: 'missing',
        path,
        fields: [`${path}.statProofs`, `${path}.multiproof`],
      });
    case 'odds':
      return parseOdds(answer);
    case 'snapshot':
      return parseFixture(answer);
    default:
      return parseFixtureBatch(answer);
  }
}
