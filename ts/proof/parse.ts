import { fail } from '../error/index.js';
import { DocumentNode } from './document.js';
import { parseFixture, parseFixtureBatch } from './parseFixture.js';
import { parseOdds, parseOddsV4 } from './parseOdds.js';
import { parseStatV1, parseStatV2, parseStatV3, parseStatV4 } from './parseStat.js';
import type { Proof } from './proof.js';

/**
 * Reads an answer of the service, of any version, in Pascal or lower camel case. What it is follows from its fields:
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
 * Nothing is verified here. Errors: 7001 none of these or several, 7000 a field is missing or of another type, 7002 a hash, 7003 a
 * number, 7004 a field in two spellings; all name the path in the document.
 */
export function parseProof(document: unknown): Proof {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    return fail(7001, {
      message: `The document is ${document === null ? 'null' : Array.isArray(document) ? 'a list' : `a ${typeof document}`}, not an object.`,
      path: '$',
    });
  }
  const answer = new DocumentNode(document, '$');
  const has = (name: string): boolean => answer.find(name) !== undefined;
  const marks = ['payload', 'statToProve', 'statsToProve', 'odds', 'snapshot', 'metadata'].filter(has);
  const [mark] = marks;
  if (mark === undefined || marks.length > 1) {
    const found = marks.length > 1 ? marks.join(' and ') : `only ${Object.keys(document).join(', ') || 'nothing'}`;
    return fail(7001, { message: `$ is no answer that is known: it has ${found}.`, path: '$' });
  }
  switch (mark) {
    case 'payload':
      return answer.field('payload').find('oddsSnapshot') ? parseOddsV4(answer) : parseStatV4(answer);
    case 'statToProve':
      return parseStatV1(answer);
    case 'statsToProve':
      if (has('multiproof')) return parseStatV3(answer);
      if (has('statProofs')) return parseStatV2(answer);
      return fail(7000, { message: '$.statProofs and $.multiproof are both missing.', path: '$' });
    case 'odds':
      return parseOdds(answer);
    case 'snapshot':
      return parseFixture(answer);
    default:
      return parseFixtureBatch(answer);
  }
}

/** Reads an answer from its JSON text; 7000 when it is no JSON, else as `parseProof`. */
export function parseProofText(text: string): Proof {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (cause) {
    return fail(7000, {
      message: `The document is not JSON: ${cause instanceof Error ? cause.message : cause}.`,
      path: '$',
      cause,
    });
  }
  return parseProof(document);
}
