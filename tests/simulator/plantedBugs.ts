import type { Root } from '../../ts/linesman/format/index.js';
import type { BatchKey, StoredRecord } from '../../ts/service/data/store/index.js';
import type { PlantedBug } from './simulation.js';

/** Does something the `nth` time that it is asked, and only then. */
const nth = (n: number): (() => boolean) => {
  let asked = 0;
  return () => ++asked === n;
};

/** A store of which one method of its records behaves otherwise. */
const withRecords = <Name extends 'append' | 'streamAfter'>(
  name: Name,
  change: (method: StoreRecords[Name]) => StoreRecords[Name],
): NonNullable<PlantedBug['store']> => {
  return (store) =>
    new Proxy(store, {
      get: (target, key) => {
        if (key !== 'records') return Reflect.get(target, key, target);
        const { records } = target;
        const method = records[name].bind(records) as StoreRecords[Name];
        return new Proxy(records, {
          get: (of, part) => (part === name ? change(method) : Reflect.get(of, part, of)),
        });
      },
    });
};
type StoreRecords = Parameters<NonNullable<PlantedBug['store']>>[0]['records'];

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
  Record<
    string,
    { readonly bug: () => PlantedBug; readonly says: RegExp; readonly seed?: string; readonly steps?: number }
  >
> = {
  'an acknowledged record is not stored': {
    says: /stored 0 times/,
    bug: () => {
      const isDue = nth(20);
      return {
        store: withRecords(
          'append',
          (append) => (keys, decide) =>
            append(keys, (state) => {
              const all = decide(state);
              const isOdds = all.records.some(({ kind }) => kind === 'odds');
              return isOdds && isDue() ? { ...all, records: all.records.filter(({ kind }) => kind !== 'odds') } : all;
            }),
        ),
      };
    },
  },
  'a record is stored in a slot that is sealed': {
    says: /not [0-9a-f]{64}$/m,
    bug: () => ({
      store: withRecords(
        'append',
        (append) => (keys, decide) =>
          append(keys, (state) =>
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
    says: /is built, on chain null/,
    bug: () => ({
      roots: (chain) => ({
        ...chain,
        insertRoot: (key, root, signal) =>
          key.kind === 'odds' ? Promise.reject(new Error('not today')) : chain.insertRoot(key, root, signal),
      }),
    }),
  },
  'a root that a fork took is not restored': {
    seed: '30',
    says: /on chain null/,
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
  'a token vanishes': { says: /tokens, not/, bug: () => ({ transfer: { from: 0, amount: 1n } }) },
  'a token goes to the wrong staker': {
    says: /stakers hold/,
    bug: () => ({ transfer: { from: 0, to: 1, amount: 1n } }),
  },
};
