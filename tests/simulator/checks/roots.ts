import { bytesToHex, layoutByteOf, type Root, type Sport } from '../../../ts/linesman/format/index.js';
import {
  type BatchKey,
  RECORD_KINDS,
  type Store,
  type StoredRecord,
  slotLength,
  slotStartOf,
} from '../../../ts/service/data/store/index.js';
import { buildBatch } from '../../../ts/service/roots/seal/index.js';
import { type NaiveFixture, naiveMainRoot } from '../../helpers/naiveOracle.js';
import { streamOf } from './records.js';

/** The root of a slot, made anew of its records; of scores by a second implementation. */
function rootOf(kind: BatchKey['kind'], records: readonly StoredRecord[], sports: ReadonlyMap<number, Sport>): string {
  const sportOf = (fixtureId: number): Sport => sports.get(fixtureId) ?? 'soccer';
  if (kind !== 'scores') return bytesToHex(buildBatch(kind, records, sportOf).tree.root);
  const fixtures = new Map<number, NaiveFixture>();
  for (const { fixtureId, json } of records.toSorted((a, b) => a.seq - b.seq)) {
    const layout = layoutByteOf(sportOf(fixtureId)) as NaiveFixture['layout'];
    const { Ts, StatusId, Stats } = JSON.parse(json) as { Ts: number; StatusId?: number; Stats?: object };
    const fixture = fixtures.get(fixtureId) ?? { fixtureId, layout, records: [] };
    fixture.records.push({ ts: Ts, statusId: StatusId ?? null, stats: { ...Stats } });
    fixtures.set(fixtureId, fixture);
  }
  return naiveMainRoot([...fixtures.values()]).toString('hex');
}

/** Each slot that is over has on chain the root of its records, and the store says so. */
export async function checkRoots(
  store: Store,
  rootOnChain: (key: BatchKey) => Promise<Root | null>,
  now: number,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const kind of RECORD_KINDS) {
    const slots = new Map<number, StoredRecord[]>();
    for (const record of await streamOf(store, kind)) {
      const slotStart = slotStartOf(kind, record.ts);
      slots.set(slotStart, [...(slots.get(slotStart) ?? []), record]);
    }
    const fixtures = await store.records.fixtures();
    const sports = new Map(fixtures.map(({ fixtureId, sport }) => [fixtureId, sport]));
    for (const [slotStart, records] of slots) {
      if (slotStart + slotLength(kind) > now) continue;
      const root = rootOf(kind, records, sports);
      const state = await store.batches.state({ kind, slotStart });
      const found = await rootOnChain({ kind, slotStart });
      if (state === 'published' && found !== null && bytesToHex(found) === root) continue;
      const there = found && bytesToHex(found);
      wrong.push(`${kind} ${slotStart} of ${records.length} records is ${state}, on chain ${there}, not ${root}`);
    }
  }
  return wrong;
}
