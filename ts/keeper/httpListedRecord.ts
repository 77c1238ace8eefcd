import { fail } from '../error/index.js';
import { periodName, type Sport } from '../format/index.js';
import { DocumentNode } from '../proof/document.js';
import type { ListedRecord } from './proofSource.js';

/** How the sports spell their status in the stored form of the records. */
const STATUS_NAMES = ['statusId', 'statusSoccerId', 'statusBasketballId'];

/** Short names of periods (`H1`, `F`, …) as numbers. */
const PERIODS: Readonly<Record<Sport, ReadonlyMap<string, number>>> = {
  soccer: namesOf('soccer'),
  basketball: namesOf('basketball'),
  'us-football': namesOf('us-football'),
};

function namesOf(sport: Sport): ReadonlyMap<string, number> {
  const names = new Map<string, number>();
  for (let period = 1; period <= 30; period++) {
    const name = periodName(sport, period);
    if (name !== undefined) names.set(name, period);
  }
  return names;
}

/**
 * Records as any of the service's lists has them: a JSON list, or event-stream text with one record an event; in Pascal or lower camel
 * case. Errors: 7000 and 7003 with the path.
 */
export function readListedRecords(body: string, sport: Sport): ListedRecord[] {
  const items = /^\s*(id|data|event|retry|:)/.test(body) ? eventsOf(body) : [parsed(body, '$')];
  return items.flatMap((item, i) => {
    const node = new DocumentNode(item, items.length === 1 && Array.isArray(item) ? '$' : `$[${i}]`);
    return Array.isArray(item) ? node.list().map((one) => recordOf(one, sport)) : [recordOf(node, sport)];
  });
}

function recordOf(node: DocumentNode, sport: Sport): ListedRecord {
  const statsNode = node.find('stats');
  const stats = Object.entries((statsNode?.value ?? {}) as Record<string, unknown>);
  return {
    seq: node.field('seq').u32(),
    ts: node.field('ts').milliseconds(),
    status: statusOf(
      STATUS_NAMES.map((name) => node.find(name)?.value).find((value) => value !== undefined),
      sport,
    ),
    stats: new Map(
      stats.map(([key, value]) => {
        const one = new DocumentNode(value, `${statsNode?.path}.${key}`);
        if (!/^\d{1,9}$/.test(key)) one.wrong('the value of a numbered stat');
        return [Number(key), one.i32()];
      }),
    ),
  };
}

/** An integer, a short name, or `{"<short name>": {}}`. What is none of these counts as no status: such a record decides nothing. */
function statusOf(value: unknown, sport: Sport): number | null {
  if (typeof value === 'number' && Number.isInteger(value)) return value;
  if (typeof value === 'string') return PERIODS[sport].get(value) ?? null;
  if (typeof value === 'object' && value !== null) {
    const [name, ...others] = Object.keys(value);
    return name !== undefined && others.length === 0 ? (PERIODS[sport].get(name) ?? null) : null;
  }
  return null;
}

/** The data of each event, several lines of one event joined. Heartbeats are no records. */
function eventsOf(text: string): unknown[] {
  return text.split(/\r?\n\r?\n/).flatMap((event, i) => {
    const lines = event.split(/\r?\n/);
    const data = lines.filter((line) => line.startsWith('data:')).map((line) => line.slice(5).replace(/^ /, ''));
    return data.length === 0 || lines.includes('event: heartbeat') ? [] : [parsed(data.join('\n'), `$[${i}]`)];
  });
}

function parsed(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return fail(7000, { message: `${path} is no JSON.`, path });
  }
}
