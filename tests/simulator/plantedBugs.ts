import type { Root } from '../../ts/sdk/format/hash.js';
import type { BatchKey } from '../../ts/service/data/store/batchStore.js';
import type { StoredRecord } from '../../ts/service/data/store/recordStore.js';
import type { PlantedBug } from './simulation.js';
import type { MemoryRecords } from './store/memoryRecords.js';
import { pause } from './virtualWorld.js';

/** Does something the `nth` time that it is asked, and only then. */
const nth = (n: number): (() => boolean) => {
  let asked = 0;
  return () => ++asked === n;
};

/** A store of which one method of its records behaves otherwise. */
const withRecords = <Name extends 'append' | 'streamAfter'>(
  name: Name,
  change: (method: StoreRecords[Name], records: StoreRecords) => StoreRecords[Name],
): NonNullable<PlantedBug['store']> => {
  return (store) =>
    new Proxy(store, {
      get: (target, key) => {
        if (key !== 'records') return Reflect.get(target, key, target);
        const { records } = target;
        const method = records[name].bind(records) as StoreRecords[Name];
        return new Proxy(records, {
          get: (of, part) => (part === name ? change(method, records) : Reflect.get(of, part, of)),
        });
      },
    });
};
type StoreRecords = Parameters<NonNullable<PlantedBug['store']>>[0]['records'];

/** A store with another part of this name. */
const withPart = (store: Parameters<NonNullable<PlantedBug['store']>>[0], name: string, part: object) =>
  new Proxy(store, { get: (target, key) => (key === name ? part : Reflect.get(target, key, target)) });

/** The limit of the pages with which an edge fills its window at a start. */
const FILLING = 1_000;

/** What an edge that follows gets of a page of several records. */
const misread = (change: (page: readonly StoredRecord[]) => StoredRecord[]): PlantedBug => ({
  store: withRecords('streamAfter', (streamAfter) => async (kind, after, limit) => {
    const page = await streamAfter(kind, after, limit);
    return page.length > 1 && limit < FILLING ? change(page) : page;
  }),
});

/** A bug of each kind that the checkers are for, the seed of a run in which it does harm, and what is said of it. */
export const PLANTED_BUGS: Readonly<
  Record<string, { readonly bug: () => PlantedBug; readonly says: RegExp; readonly seed?: string }>
> = {
  'an acknowledged record is not stored': {
    says: /stored 0 times/,
    seed: '3',
    bug: () => {
      const isDue = nth(4);
      return {
        store: withRecords(
          'append',
          (_, records) => (keys, decide) =>
            (records as unknown as MemoryRecords).put(keys, (state) => {
              const all = decide(state);
              const isOdds = all.records.some(({ kind }) => kind === 'odds');
              return isOdds && isDue() ? { ...all, records: all.records.filter(({ kind }) => kind !== 'odds') } : all;
            }),
        ),
      };
    },
  },
  'a record is stored in a slot that is sealed': {
    says: /is late: undefined/,
    bug: () => ({
      // The store itself would refuse it.
      store: withRecords(
        'append',
        (_, records) => (keys, decide) =>
          (records as unknown as MemoryRecords).put(keys, (state) =>
            decide({
              ...state,
              kinds: new Map([...state.kinds].map(([kind, one]) => [kind, { ...one, sealedUntil: 0 }])),
            }),
          ),
      ),
    }),
  },
  'a root is not that of its records': {
    says: /alarm|not [0-9a-f]{64}/,
    bug: () => {
      const isDue = nth(5);
      return {
        roots: (chain) => ({
          ...chain,
          insertRoot: (key, root, signal) =>
            chain.insertRoot(key, isDue() ? (root.map((byte) => byte ^ 1) as typeof root) : root, signal),
        }),
      };
    },
  },
  'a root is never published': {
    says: /odds .* is late: built/,
    bug: () => ({
      roots: (chain) => ({
        ...chain,
        insertRoot: (key, root, signal) =>
          key.kind === 'odds' ? Promise.reject(new Error('not today')) : chain.insertRoot(key, root, signal),
      }),
    }),
  },
  'a root that a fork took is not restored': {
    // In its run a fork takes a root.
    seed: '2',
    says: /is late: published/,
    bug: () => {
      const inserted = new Map<string, Root>();
      const name = ({ kind, slotStart }: BatchKey): string => `${kind}/${slotStart}`;
      return {
        roots: (chain) => ({
          ...chain,
          readRoots: async (keys) => keys.map((key) => inserted.get(name(key)) ?? null),
          insertRoot: async (key, root, signal) => {
            await chain.insertRoot(key, root, signal);
            inserted.set(name(key), root);
          },
        }),
      };
    },
  },
  'an edge passes over an event': { says: /in the place of/, bug: () => misread((page) => page.slice(1)) },
  'an edge shows an event twice': {
    says: /in the place of/,
    bug: () => misread((page) => [page[0] as StoredRecord, ...page]),
  },
  'an edge shows two events in the wrong order': {
    says: /in the place of/,
    bug: () => misread((page) => page.with(0, page[1] as StoredRecord).with(1, page[0] as StoredRecord)),
  },
  'the clock of an edge is a minute ahead': {
    says: /ms too early/,
    bug: () => ({
      store: (store, process) =>
        !process.startsWith('edge')
          ? store
          : new Proxy(store, {
              get: (target, key) => {
                const value: unknown = Reflect.get(target, key, target);
                return key === 'time' ? async () => (await target.time()) + 61_000 : value;
              },
            }),
    }),
  },
  'a publisher goes on after its end': {
    says: /publisher .* after its end/,
    bug: () => ({ stop: async () => {} }),
  },
  'a record is stored with another content': {
    says: /nobody sent/,
    bug: () => {
      const isDue = nth(4);
      return {
        store: withRecords(
          'append',
          (append) => (keys, decide) =>
            append(keys, (state) => {
              const all = decide(state);
              if (all.records.length === 0 || !isDue()) return all;
              const changed = all.records.map((record) => ({ ...record, json: `${record.json.slice(0, -1)},"X":1}` }));
              return { ...all, records: changed };
            }),
        ),
      };
    },
  },
  'an edge resumes an event too late': {
    says: /in the place of/,
    bug: () => ({ resume: (id) => id.replace(/\d+$/, (index) => `${Number(index) + 1}`) }),
  },
  'a root comes too late': {
    says: /is late/,
    bug: () => ({
      roots: (chain) => ({
        ...chain,
        insertRoot: async (...given) => {
          await pause(600_000);
          return chain.insertRoot(...given);
        },
      }),
    }),
  },
  'a publisher goes on without the lease': {
    says: /publisher 1.* sends .* after publisher 2.* has taken the lease/,
    bug: () => ({
      store: (store, process) =>
        process.startsWith('publisher 1')
          ? withPart(store, 'leases', { take: async () => true, giveBack: async () => {} })
          : store,
    }),
  },
  'a store that is restored from an archive lacks a slot': {
    says: /in the archive: stored 0 times/,
    bug: () => {
      const isDue = nth(3);
      let left: string | undefined;
      return {
        store: (store, process) => {
          if (process !== 'archive') return store;
          const { days } = store;
          const putBatch: typeof days.putBatch = async (batch) => {
            const name = `${batch.kind}/${batch.slotStart}`;
            if (isDue()) left = name;
            return name === left ? batch.records.length : days.putBatch(batch);
          };
          return withPart(store, 'days', {
            putBatch,
            ...Object.fromEntries(
              (['batches', 'trees', 'slotsWithRecords', 'prepare'] as const).map((name) => [
                name,
                (days[name] as (...given: unknown[]) => unknown).bind(days),
              ]),
            ),
          });
        },
      };
    },
  },
  'a token vanishes': { says: /tokens, not/, bug: () => ({ theft: { from: 0, amount: 1n } }) },
  'a vault pays a stranger': { says: /owes/, bug: () => ({ theft: { from: 'vault', to: 0, amount: 1n } }) },
  'a token goes to the wrong staker': {
    says: /stakers hold/,
    bug: () => ({ theft: { from: 0, to: 1, amount: 1n } }),
  },
  'nobody is paid': { says: /has \d unpaid positions/, bug: () => ({ claim: false }) },
};
