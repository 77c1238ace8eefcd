import { periodOfName } from '../format/period.js';
import type { Sport } from '../format/sports/sports.js';
import { DocumentNode } from '../proof/document.js';
import type { ListedRecord } from './proofSource.js';

/** Names of the status field in stored records, by sport. */
const STATUS_NAMES = ['statusId', 'statusSoccerId', 'statusBasketballId'];

/**
 * Reads the part of a record that a market needs, in Pascal or lower camel case. Other fields may be unknown.
 *
 * Errors: MALFORMED_RESPONSE, INVALID_NUMBER and UNKNOWN_FIELD, with the path.
 */
export const readListedRecord =
  (sport: Sport) =>
  (value: unknown, path: string): ListedRecord => {
    const node = new DocumentNode(value, path);
    const statsNode = node.find('stats');
    const stats = statsNode && statsNode.value !== null ? statsNode.members() : [];
    return {
      seq: node.field('seq').u32(),
      ts: node.field('ts').milliseconds(),
      status: statusOf(
        STATUS_NAMES.map((name) => node.find(name)?.value).find((status) => status !== undefined),
        sport,
      ),
      stats: new Map(
        stats.map(([key, one]) => {
          if (!/^\d{1,9}$/.test(key)) one.wrong('the value of a numbered stat');
          return [Number(key), one.i32()];
        }),
      ),
    };
  };

/**
 * An integer, a short name, or `{"<short name>": {}}`. Anything else counts as a missing status, so the record does not
 * decide a market.
 */
function statusOf(value: unknown, sport: Sport): number | null {
  if (typeof value === 'number' && Number.isInteger(value)) return value;
  if (typeof value === 'string') return periodOfName(sport, value) ?? null;
  if (typeof value === 'object' && value !== null) {
    const [name, ...others] = Object.keys(value);
    return name !== undefined && others.length === 0 ? (periodOfName(sport, name) ?? null) : null;
  }
  return null;
}
