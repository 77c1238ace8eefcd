import { RECORD_KINDS } from '../../../ts/service/data/store/recordKind.js';
import type { Store } from '../../../ts/service/data/store/store.js';
import type { WireRecord } from '../../helpers/service/matchWire.js';
import { storedStream, withoutTime } from '../../helpers/service/storedStream.js';

/** Each acknowledged record is stored once, and nothing else is, in the order of its match. */
export async function checkRecords(store: Store, acknowledged: ReadonlySet<WireRecord>): Promise<string[]> {
  const wrong: string[] = [];
  const stored = new Map<string, number>();
  for (const kind of RECORD_KINDS) {
    const last = new Map<number, { seq: number; ts: number }>();
    let place = { slot: -1, index: 0 };
    for (const { fixtureId, seq, ts, json, streamSlot, streamIndex } of await storedStream(store, kind)) {
      const text = withoutTime(JSON.parse(json));
      stored.set(text, (stored.get(text) ?? 0) + 1);
      const before = last.get(fixtureId) ?? { seq: -1, ts: 0 };
      if (seq !== before.seq + 1 || ts < before.ts)
        wrong.push(`${kind} ${fixtureId}/${seq} of ${ts} comes after ${before.seq} of ${before.ts}`);
      last.set(fixtureId, { seq, ts });
      // A reader notices a missing one by its place.
      if (streamIndex !== (streamSlot === place.slot ? place.index + 1 : 0))
        wrong.push(`${kind} ${streamSlot}:${streamIndex} comes after ${place.slot}:${place.index}`);
      place = { slot: streamSlot, index: streamIndex };
    }
  }
  for (const { wire, observed = wire } of acknowledged) {
    // In the form in which it first came.
    const texts = [...new Set([wire, observed].map(withoutTime))];
    const times = texts.reduce((sum, text) => sum + (stored.get(text) ?? 0), 0);
    if (times !== 1) wrong.push(`stored ${times} times: ${texts[0]?.slice(0, 200)}`);
    for (const text of texts) stored.delete(text);
  }
  for (const text of stored.keys()) wrong.push(`nobody sent: ${text.slice(0, 200)}`);
  return wrong;
}
