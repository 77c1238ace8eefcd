import { setTimeout } from 'node:timers/promises';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import type { FeedRecord } from '../ts/season/calendar/feedRecord.js';
import { Season } from '../ts/season/calendar/season.js';

/** The stream of the records, which `linesman ingest` takes from. */
export const STREAM = 'RECORDS';
export const SUBJECT = 'records.all';

/** Begins with the records of before `now`, which it sends at once. */
export interface FeedAsked {
  readonly nats: string;
  readonly speed: number;
  /** Unix ms at which the season begins, before now. */
  readonly from: number;
}
export interface Sent {
  readonly kind: FeedRecord['kind'];
  /** Same here, in the database and in a stream. */
  readonly key: string;
  /** Unix ms. */
  readonly at: number;
  /** A record of a stopped match, which cannot be stored. */
  readonly isStopped: boolean;
}
/** `isCaughtUp`: everything due at the start was sent; the rest follows when due. `isOver`: after `stop`. */
export type FeedSaid = { readonly sent: Sent[] } | { readonly isCaughtUp: true } | { readonly isOver: true };

type Fields = Readonly<Record<string, unknown>>;
export const keyOf = (kind: FeedRecord['kind'], record: Fields): string =>
  kind === 'odds' ? `${record.MessageId}` : `${record.FixtureId}/${kind === 'scores' ? record.Seq : 'fixture'}`;

/** Of so many matches, the first lacks a record and is stopped by that: nearly always one of those in play. */
const STOPPED = 5;
const MISSING = 5;
/** Records published at once, so that few wait for their acknowledgement. */
const MOST = 100;

async function feed({ nats, speed, from }: FeedAsked): Promise<void> {
  const connection = await connect({ servers: nats });
  const manager = await jetstreamManager(connection);
  // What was acknowledged is dropped, so that the server's memory and disk do not depend on the duration.
  await manager.streams.add({ name: STREAM, subjects: [SUBJECT], retention: 'workqueue' });
  const stream = jetstream(connection);
  const season = new Season({ seed: 'soak', start: from });
  const reader = season.records();
  const say = (said: FeedSaid) => process.send?.(said);
  const real = (time: number): number => Math.round(from + (time - from) / speed);
  let isStopping = false;
  process.on('message', () => {
    isStopping = true;
  });
  let isCaughtUp = false;
  while (!isStopping) {
    const due: Sent[] = [];
    const texts: string[] = [];
    while (texts.length < MOST && real(reader.nextTs) <= Date.now()) {
      const { kind, fixtureId, ts, wire } = reader.next();
      const { StartTime } = wire as Fields;
      const record: Fields = {
        ...wire,
        Ts: real(ts),
        ...(StartTime !== undefined && { StartTime: real(+`${StartTime}`) }),
      };
      const isStopped = kind === 'scores' && fixtureId % STOPPED === 1 && Number(record.Seq) >= MISSING;
      if (isStopped && record.Seq === MISSING) continue;
      due.push({ kind, key: keyOf(kind, record), at: Date.now(), isStopped });
      texts.push(JSON.stringify(record));
    }
    if (due.length > 0) say({ sent: due });
    await Promise.all(texts.map((text) => stream.publish(SUBJECT, text)));
    if (texts.length === MOST) continue;
    if (!isCaughtUp) say({ isCaughtUp: true });
    isCaughtUp = true;
    await setTimeout(5);
  }
  await connection.close();
  say({ isOver: true });
}

// This file is imported, too, for its types and keys.
if (process.argv[1]?.endsWith('soakFeed.ts')) {
  process.once('message', (asked: FeedAsked) => void feed(asked));
  process.once('disconnect', () => process.exit());
}
