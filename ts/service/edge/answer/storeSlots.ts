import type { RootsLatency, RootsSlotState } from '@linesman/sdk/client';
import { bytesToHex, MS_PER_DAY } from '@linesman/sdk/format';
import { ROOTS_TIMES } from '@linesman/sdk/proof';
import { SharedAnswer } from '../../cache/sharedAnswer.js';
import type { MachineTime } from '../../clock/clock.js';
import { batchName } from '../../data/store/batchName.js';
import type { OpenSlot, SlotBatch } from '../../data/store/batchStore.js';
import { RECORD_KINDS, type RecordKind, slotLength } from '../../data/store/recordKind.js';
import type { Store } from '../../data/store/store.js';
import { DEFAULT_ROOT_LIMIT } from '../../health/checks.js';
import type { SlotEntry, Slots } from './slots.js';

/** Days over which the latency of roots is counted. */
const DAYS = 30;
/** ms for which the result is cached, because computing it reads every batch of these days. */
const LATENCY_KEPT = 60_000;

export interface StoreSlotsOptions {
  /** World time (ms) from the end of a slot until its root has to be on chain, as in `/readyz`. Default 60,000. */
  readonly rootLimit?: (() => number) | undefined;
  readonly machineTime?: () => MachineTime;
}

/** The slots, from the store. */
export function storeSlots(
  { batches, records }: Pick<Store, 'batches' | 'records'>,
  { rootLimit = () => DEFAULT_ROOT_LIMIT, machineTime }: StoreSlotsOptions = {},
): Slots {
  const unpublished = new SharedAnswer(async () => {
    const [open, sealedUntil] = await Promise.all([batches.unproven(), records.sealedUntil()]);
    return { open: new Set(open.map(batchName)), sealedUntil };
  }, machineTime);
  let time = 0;
  const latency = new SharedAnswer(
    async (): Promise<RootsLatency> => {
      const now = time;
      const kinds = await Promise.all(
        RECORD_KINDS.map(async (kind) => ({ kind, ...(await batches.delays(kind, now - DAYS * MS_PER_DAY, now)) })),
      );
      return { now, days: DAYS, kinds };
    },
    machineTime,
    LATENCY_KEPT,
  );
  return {
    latency: (now) => {
      time = now;
      return latency.get();
    },
    ofDay: async (epochDay, kinds, now) => {
      const from = epochDay * MS_PER_DAY;
      const until = from + MS_PER_DAY;
      const standing: Standing = { now, limit: rootLimit() };
      const found = await Promise.all(
        kinds.map(async (kind) => {
          // This list is read first, so that a slot sealed in between is in both lists, rather than in neither.
          const open = new Map((await batches.open(kind, from, until)).map((slot) => [slot.slotStart, slot]));
          const sealed = await batches.between(kind, from, until);
          const entries = sealed.map((batch) => entryOf(batch, open.get(batch.slotStart), standing));
          for (const { slotStart } of sealed) open.delete(slotStart);
          return [...entries, ...[...open.values()].map((slot) => openEntry(slot, standing))];
        }),
      );
      return found.flat();
    },
    isPublished: async (key) => {
      const { open, sealedUntil } = await unpublished.get();
      return key.slotStart < (sealedUntil.get(key.kind) ?? 0) && !open.has(batchName(key));
    },
  };
}

/** Facts that decide whether a root is late. Times in ms. */
interface Standing {
  readonly now: number;
  readonly limit: number;
}

/** `counted`: the content of the slot, if its trees are not built. */
function entryOf(batch: SlotBatch, counted: OpenSlot | undefined, standing: Standing): SlotEntry {
  const { kind, slotStart, root, metadata, publishedAt } = batch;
  return {
    ...placeOf(kind, slotStart),
    state: stateOf(batch, standing),
    root: root && bytesToHex(root),
    fixtures: metadata?.numUniqueFixtures ?? counted?.fixtures ?? 0,
    updates: metadata?.totalUpdateCount ?? counted?.updates ?? 0,
    publishedAt,
  };
}

const openEntry = ({ kind, slotStart, fixtures, updates }: OpenSlot, standing: Standing): SlotEntry => ({
  ...placeOf(kind, slotStart),
  state: waitingState(slotStart + slotLength(kind), standing),
  root: null,
  fixtures,
  updates,
  publishedAt: null,
});

function stateOf({ kind, slotStart, state, alarm, publishedAt }: SlotBatch, standing: Standing): RootsSlotState {
  if (alarm !== null) return 'alarm';
  if (state === 'published') return 'published';
  if (publishedAt !== null) return 'missing';
  return waitingState(slotStart + slotLength(kind), standing);
}

function waitingState(until: number, { now, limit }: Standing): RootsSlotState {
  if (now < until) return 'running';
  return now < until + limit ? 'pending' : 'late';
}

function placeOf(kind: RecordKind, from: number): Pick<SlotEntry, 'kind' | 'index' | 'from' | 'until'> {
  return { kind, index: ROOTS_TIMES[kind].placeAt(from).index, from, until: from + slotLength(kind) };
}
