import { bytesToHex, fixturesTimeOf, MS_PER_DAY, slotTimeOf } from 'linesman/format';
import { SharedAnswer } from '../../cache/sharedAnswer.js';
import type { MachineTime } from '../../clock/index.js';
import { type OpenSlot, type RecordKind, type SlotBatch, type Store, slotLength } from '../../data/store/index.js';
import type { SlotEntry, SlotState, Slots } from './slots.js';

/** World time (ms) from the end of a slot until its root has to be on chain. */
const DUE = 60_000;

/** The slots, from the store. */
export function storeSlots(
  { batches, records }: Pick<Store, 'batches' | 'records'>,
  machineTime?: () => MachineTime,
): Slots {
  const unpublished = new SharedAnswer(async () => {
    const [open, sealedUntil] = await Promise.all([batches.unproven(), records.sealedUntil()]);
    return { open: new Set(open.map(({ kind, slotStart }) => `${kind}/${slotStart}`)), sealedUntil };
  }, machineTime);
  return {
    ofDay: async (epochDay, kinds, now) => {
      const from = epochDay * MS_PER_DAY;
      const until = from + MS_PER_DAY;
      const found = await Promise.all(
        kinds.map(async (kind) => {
          // Read first: a slot sealed in between is then in both lists, rather than in none.
          const open = await batches.open(kind, from, until);
          const built = await batches.between(kind, from, until);
          const sealed = new Set(built.map(({ slotStart }) => slotStart));
          const unsealed = open.filter(({ slotStart }) => !sealed.has(slotStart));
          return [...built.map((batch) => entryOf(batch, now)), ...unsealed.map((slot) => openEntry(slot, now))];
        }),
      );
      return found.flat();
    },
    isPublished: async ({ kind, slotStart }) => {
      const { open, sealedUntil } = await unpublished.get();
      return slotStart < (sealedUntil.get(kind) ?? 0) && !open.has(`${kind}/${slotStart}`);
    },
  };
}

function entryOf(batch: SlotBatch, now: number): SlotEntry {
  const { kind, slotStart, root, metadata, publishedAt } = batch;
  return {
    ...placeOf(kind, slotStart),
    state: stateOf(batch, now),
    root: root && bytesToHex(root),
    fixtures: metadata?.numUniqueFixtures ?? 0,
    updates: metadata?.totalUpdateCount ?? 0,
    publishedAt,
  };
}

const openEntry = ({ kind, slotStart, fixtures, updates }: OpenSlot, now: number): SlotEntry => ({
  ...placeOf(kind, slotStart),
  state: waitingState(slotStart + slotLength(kind), now),
  root: null,
  fixtures,
  updates,
  publishedAt: null,
});

function stateOf({ kind, slotStart, state, alarm, publishedAt }: SlotBatch, now: number): SlotState {
  if (alarm !== null) return 'alarm';
  if (state === 'published') return 'published';
  if (publishedAt !== null) return 'missing';
  return waitingState(slotStart + slotLength(kind), now);
}

function waitingState(until: number, now: number): SlotState {
  if (now < until) return 'running';
  return now < until + DUE ? 'pending' : 'late';
}

function placeOf(kind: RecordKind, from: number): Pick<SlotEntry, 'kind' | 'index' | 'from' | 'until'> {
  const index = kind === 'fixtures' ? fixturesTimeOf(from).index : slotTimeOf(from).slot;
  return { kind, index, from, until: from + slotLength(kind) };
}
