import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { oddsBatches } from '../../ts/records/batch/oddsBatch.js';
import { proveOdds } from '../../ts/records/batch/prove.js';
import { LinesmanError } from '../../ts/sdk/error/linesmanError.js';
import { bytesToHex } from '../../ts/sdk/format/hex.js';
import { verify } from '../../ts/sdk/proof/verify.js';
import { ManualClock } from '../../ts/service/clock/manualClock.js';
import { Ingest } from '../../ts/service/data/ingest/ingest.js';
import { oddsOfWire } from '../../ts/service/data/ingest/oddsOfWire.js';
import { validateRecord } from '../../ts/service/data/ingest/validateRecord.js';
import type { Store } from '../../ts/service/data/store/store.js';
import { storeRecords } from '../../ts/service/edge/answer/storeRecords.js';
import { exportDay } from '../../ts/service/roots/archive/exportDay.js';
import { importDay } from '../../ts/service/roots/archive/importDay.js';
import { rebuild } from '../../ts/service/roots/attest/rebuilt.js';
import { Proofs } from '../../ts/service/roots/proofs/proofs.js';
import { Publisher } from '../../ts/service/roots/publish/publisher.js';
import { Sealer } from '../../ts/service/roots/seal/sealer.js';
import { itemsOf } from '../helpers/pagesOf.js';
import { MemoryChain } from '../helpers/service/memoryChain.js';
import { storeDatabases } from '../helpers/service/storeDatabases.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';

/** An odds record is its message id and its time: a line that is suspended and priced again keeps the id. */

const [fixture = '', suspended = '', priced = ''] = readFileSync(
  new URL('feeds/odds-same-message.ndjson', import.meta.url),
  'utf8',
).split('\n');
const { FixtureId: ID, MessageId, Ts: SUSPENDED } = JSON.parse(suspended);
const { Ts: PRICED } = JSON.parse(priced);
const changed = (line: string, change: object): string => JSON.stringify({ ...JSON.parse(line), ...change });
const DAY = Math.floor(PRICED / 86_400_000);

const databases = await storeDatabases('PGlite', 'memory');

describe.each(databases)('%s', (_, database) => {
  async function filled(lines: readonly string[]) {
    const store = await database.fresh();
    const clock = new ManualClock(PRICED + 10_000);
    const ingest = new Ingest({ store, clock, validate: validateRecord });
    const send = async (...records: string[]) =>
      (await ingest.acceptAll(records)).map((one) => (one instanceof LinesmanError ? one.number : one.status));
    const statuses = await send(...lines);
    const times = async () => (await itemsOf(store.records.pagesOfFixture('odds', ID))).map(({ ts }) => ts);
    return { store, clock, send, statuses, times };
  }
  const sealed = async (store: Store, clock: ManualClock) => {
    clock.set((DAY + 1) * 86_400_000 + 3_600_000);
    await new Sealer({ store, clock }).sealDue();
    await new Publisher({ store, clock, chain: new MemoryChain(), holder: 'a' }).publishBuilt();
    return PRICED - (PRICED % 300_000);
  };

  test('both are stored, in one call or two; the same pair with other content is a conflict', async () => {
    const { send, statuses, times, store } = await filled([fixture, suspended, priced]);
    expect(statuses).toEqual(['accepted', 'accepted', 'accepted']);
    expect(await send(priced, suspended)).toEqual(['repeated', 'repeated']);
    const other = [suspended, priced].map((line) => changed(line, { Bookmaker: 'Other' }));
    expect(await send(...other)).toEqual([7042, 7042]);
    const again = changed(priced, { Ts: PRICED + 1 });
    expect(await send(again, again)).toEqual(['accepted', 'repeated']);
    expect(await times()).toEqual([SUSPENDED, PRICED, PRICED + 1]);
    const records = storeRecords({ records: store.keptRecords });
    const found = await Promise.all(
      [SUSPENDED, PRICED, PRICED + 1, PRICED + 2].map((ts) => records.oddsMessage(MessageId, ts)),
    );
    expect(found.map((one) => one?.suspended)).toEqual([true, false, false, undefined]);
  });

  test('two that come too late for their times get two times, and are known by those they came with', async () => {
    const late = [5, 4, 5].map((ms) => changed(priced, { Ts: PRICED - ms }));
    const { send, statuses, times } = await filled([fixture, priced, ...late]);
    expect(statuses).toEqual(['accepted', 'accepted', 'accepted', 'accepted', 'repeated']);
    expect(await times()).toEqual([PRICED, PRICED + 1, PRICED + 2]);
    expect(await send(...late.map((line) => changed(line, { Bookmaker: 'Other' })))).toEqual([7042, 7042, 7042]);
    // The time that a late one got is not the time with which it came.
    expect(await send(changed(priced, { Ts: PRICED + 1 }))).toEqual(['accepted']);
    expect(await times()).toEqual([PRICED, PRICED + 1, PRICED + 2, PRICED + 3]);
  });

  test('each has its proof, in the answer, the archive, and the slot that an attester rebuilds', async () => {
    const { store, clock } = await filled([fixture, suspended, priced]);
    const slotStart = await sealed(store, clock);
    const odds = [suspended, priced].map((line) => oddsOfWire(JSON.parse(line)));
    const [batch] = oddsBatches(odds);
    if (!batch) throw new Error('no batch');
    const check = async (one: Store) => {
      const proofs = new Proofs({ store: one, clock, sign: () => Promise.reject(new Error('not signed')) } as never);
      for (const { ts } of odds) {
        const proof = await proofs.odds(MessageId, ts);
        expect(proof).toEqual(proveOdds(batch, ID, MessageId, ts));
        expect(verify(proof, { sport: 'soccer' })).toMatchObject({ fixtureId: ID });
      }
      await expect(proofs.odds(MessageId, PRICED + 1)).rejects.toMatchObject({ number: 7049 });
      const records = await itemsOf(one.records.pagesInRange('odds', { from: slotStart, to: slotStart + 300_000 }));
      const { built, problem } = rebuild({ kind: 'odds', slotStart }, 'feed', { records, sportOf: () => 'soccer' });
      expect([problem, built && bytesToHex(built.tree.root)]).toEqual([null, bytesToHex(batch.tree.root)]);
      const [first] = records;
      const twice = { records: first ? [...records, { ...first, seq: 9 }] : [], sportOf: () => 'soccer' as const };
      expect(rebuild({ kind: 'odds', slotStart }, 'feed', twice).problem).toContain('is there twice');
    };
    await check(store);
    const folder = temporaryFolder('odds');
    const { path } = await exportDay({ store, day: DAY as never, folder });
    const imported = await database.fresh();
    await importDay({ store: imported, path });
    expect(await importDay({ store: imported, path })).toMatchObject({ added: 0 });
    await check(imported);
    // Without a time, the last one of the batch.
    expect(proveOdds(batch, ID, MessageId)).toEqual(proveOdds(batch, ID, MessageId, PRICED));
    expect(() => proveOdds(batch, ID, MessageId, PRICED + 1)).toThrow(expect.objectContaining({ number: 7049 }));
  });
});
