import { summarise } from '../ts/service/roots/attest/rebuilt.js';
import type { RecordSource } from '../ts/service/roots/attest/slotRecords.js';
import { START, slotRecords } from './scoreRecords.js';

const PAGE = 250;
const FIXTURES = 300;

/** Rebuilds a slot of so many records, and says how many MB it took at most. */
process.on('message', async ({ records }: { readonly records: number }) => {
  // Not the kernel's maximum, which a process inherits from the one that started it.
  let most = 0;
  const source: RecordSource = {
    name: 'feed',
    check: async () => {},
    close: async () => {},
    pagesOf: async function* () {
      let page = [];
      for (const record of slotRecords({ sport: 'soccer', fixtures: FIXTURES, updates: records / FIXTURES }).scores()) {
        const {
          FixtureId: fixtureId,
          Seq: seq,
          Ts: ts,
        } = record as Readonly<Record<'FixtureId' | 'Seq' | 'Ts', number>>;
        page.push({ fixtureId, seq, ts, json: JSON.stringify(record) });
        if (page.length < PAGE) continue;
        most = Math.max(most, process.memoryUsage.rss());
        yield { records: page, sportOf: () => 'soccer' as const };
        page = [];
      }
      yield { records: page, sportOf: () => 'soccer' as const };
    },
  };
  const slot = await summarise({ kind: 'scores', slotStart: START }, source, records + FIXTURES);
  if (slot?.built == null) throw new Error(`${slot?.problem}`);
  process.send?.({ megabytes: Math.max(most, process.memoryUsage.rss()) / 1e6 });
});
