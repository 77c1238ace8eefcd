import { Kysely, PostgresDialect } from 'kysely';
import { expect, test } from 'vitest';
import { RecordStore, type StoredRecord } from './recordStore.js';
import type { Tables } from './tables.js';

/** Says which page of a list is asked for from a cache, if there is one, and which always from the database. */
class Asked extends RecordStore {
  readonly asked: string[] = [];

  constructor() {
    super(new Kysely<Tables>({ dialect: new PostgresDialect({ pool: {} as never }) }), {} as never);
  }

  protected override async list(): Promise<StoredRecord[]> {
    return this.page('list');
  }

  protected override async read(): Promise<StoredRecord[]> {
    return this.page('read');
  }

  private page(how: string): StoredRecord[] {
    this.asked.push(how);
    return this.asked.length > 6
      ? []
      : [{ seq: this.asked.length, ts: 1, streamSlot: 0, streamIndex: 0 } as StoredRecord];
  }
}

test('four pages of a list may come from a cache and go into it, the rest of a long one does neither', async () => {
  const ofMatch = new Asked();
  for await (const _ of ofMatch.pagesOfFixture('scores', 1, 1));
  const ofTime = new Asked();
  for await (const _ of ofTime.pagesInRange('scores', { from: 0, to: 2 }, { fixtureId: 1, limit: 1 }));
  const expected = [...Array(4).fill('list'), ...Array(3).fill('read')];
  expect([ofMatch.asked, ofTime.asked]).toEqual([expected, expected]);
});
