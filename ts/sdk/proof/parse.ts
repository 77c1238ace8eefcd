import { MALFORMED_RESPONSE, UNKNOWN_RESPONSE } from '../error/codes/library.js';
import { fail } from '../error/linesmanError.js';
import { answerIn, marksOf } from './answerIn.js';
import { DocumentNode } from './document.js';
import { parseFixture, parseFixtureBatch } from './parseFixture.js';
import { parseOdds, parseOddsV4 } from './parseOdds.js';
import { parseStatV1, parseStatV2, parseStatV3, parseStatV4 } from './parseStat.js';
import type { Proof } from './proof.js';
import { readDocument } from './readDocument.js';

/**
 * Parses a proof as the service returns it, of any version, in Pascal or lower camel case. Pass the JSON text or its
 * UTF-8 bytes where you can: a parsed document no longer shows ambiguities such as a repeated key or an integer written
 * as `1.0`. The fields decide the kind:
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
 * Also takes an answer that a client or recorder has wrapped, `{"data": …}`, `{"result": …}`, `{"response": …}` or a
 * list of one. Hashes may be bytes, too (`Uint8Array`, `Buffer`, or either as JSON), and integers `bigint` or digits in
 * text.
 *
 * Does not verify anything. Errors, with the path in the document: MALFORMED_RESPONSE for text that is not JSON, or a
 * field that is missing or has the wrong type; REPEATED_KEY; UNKNOWN_RESPONSE for none of these kinds or several;
 * INVALID_HASH; INVALID_NUMBER; UNKNOWN_FIELD for a field in two spellings.
 *
 * @param documentPath Path of the answer, if it is part of a larger document.
 *
 * @example
 * ```ts
 * import { parseProof } from '@linesman/sdk/proof';
 *
 * const response = await fetch('https://oracle.example/api/scores/stat-validation?fixtureId=17&seq=9&statKeys=1,2');
 * const proof = parseProof(await response.text());
 * ```
 */
export function parseProof(answerOrText: unknown, documentPath = '$'): Proof {
  const isText = typeof answerOrText === 'string' || answerOrText instanceof Uint8Array;
  const document = isText ? readDocument(answerOrText, 'The document', documentPath) : answerOrText;
  const found = answerIn(document, documentPath);
  const { path } = found;
  const answer = new DocumentNode(found.answer, path, true);
  const has = (name: string): boolean => answer.find(name) !== undefined;
  const marks = marksOf(found.answer);
  const [mark] = marks;
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
