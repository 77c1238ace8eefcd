import { grouped } from '../../../ts/records/batch/grouped.js';
import type { Root } from '../../../ts/sdk/format/hash.js';
import { bytesToHex } from '../../../ts/sdk/format/hex.js';
import { layoutByteOf } from '../../../ts/sdk/format/sport.js';
import type { Sport } from '../../../ts/sdk/format/sports/sports.js';
import type { BatchKey } from '../../../ts/service/data/store/batchStore.js';
import { RECORD_KINDS, slotLength, slotStartOf } from '../../../ts/service/data/store/recordKind.js';
import type { StoredRecord } from '../../../ts/service/data/store/recordStore.js';
import type { Store } from '../../../ts/service/data/store/store.js';
import { buildBatch } from '../../../ts/service/roots/seal/buildBatch.js';
import { type NaiveFixture, type NaiveRecord, naiveMainRoot } from '../../helpers/naiveOracle.js';
import { storedStream } from '../../helpers/service/storedStream.js';

/** The root of a slot, computed again from its records. For scores, a second implementation computes it. */
function rootOf(kind: BatchKey['kind'], records: readonly StoredRecord[], sports: ReadonlyMap<number, Sport>): string {
  const sportOf = (fixtureId: number): Sport => {
    const sport = sports.get(fixtureId);
    if (sport === undefined) throw new Error(`fixture ${fixtureId} has no sport`);
    return sport;
  };
  if (kind !== 'scores') return bytesToHex(buildBatch(kind, records, sportOf).tree.root);
  const bySeq = records.toSorted((a, b) => a.seq - b.seq);
  const fixtures = grouped(bySeq, ({ fixtureId }) => fixtureId).map(([fixtureId, ofFixture]): NaiveFixture => {
    const layout = layoutByteOf(sportOf(fixtureId)) as NaiveFixture['layout'];
    return { fixtureId, layout, records: ofFixture.map(naiveRecord) };
  });
  return naiveMainRoot(fixtures).toString('hex');
}

function naiveRecord({ json }: StoredRecord): NaiveRecord {
  const { Ts, StatusId, Stats } = JSON.parse(json) as { Ts: number; StatusId?: number; Stats?: object };
  return { ts: Ts, statusId: StatusId ?? null, stats: { ...Stats } };
}

/** Each slot that is over has on chain the root of its records, and the store says so. */
export async function checkRoots(
  store: Store,
  rootOnChain: (key: BatchKey) => Promise<Root | null>,
  now: number,
): Promise<string[]> {
  const wrong: string[] = [];
  const sports = new Map((await store.records.fixtures()).map(({ fixtureId, sport }) => [fixtureId, sport]));
  for (const kind of RECORD_KINDS) {
    const slots = grouped(await storedStream(store, kind), ({ ts }) => slotStartOf(kind, ts));
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

/** ms after its end in which a slot has its root on chain, while nothing is wrong. */
const DUE = 60_000;

/** Each slot that ended some time ago has a root on chain. */
export async function checkPunctual(
  store: Store,
  rootOnChain: (key: BatchKey) => Promise<Root | null>,
  now: number,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const kind of RECORD_KINDS)
    for (const slotStart of await store.days.slotsWithRecords(kind, { from: 0, to: now - DUE - slotLength(kind) })) {
      const [state, root] = [await store.batches.state({ kind, slotStart }), await rootOnChain({ kind, slotStart })];
      if (state !== 'published' || root === null) wrong.push(`the root of ${kind} ${slotStart} is late: ${state}`);
    }
  return wrong;
}
