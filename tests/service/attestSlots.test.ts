import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../ts/sdk/client/client.js';
import { type Root, rootOf } from '../../ts/sdk/format/hash.js';
import { bytesToHex, hexToBytes } from '../../ts/sdk/format/hex.js';
import { MAX_ATTESTED_ROOTS } from '../../ts/sdk/program/oracle/attesterInstructions.js';
import { ROOTS_TIMES } from '../../ts/sdk/proof/rootsPlace.js';
import type { BatchKey } from '../../ts/service/data/store/batchStore.js';
import { RECORD_KINDS, type RecordKind, slotLength } from '../../ts/service/data/store/recordKind.js';
import type {
  AttestationChain,
  AttestedPeriod,
  AttestedRoot,
  PeriodOnChain,
} from '../../ts/service/roots/attest/attestationChain.js';
import { Attester, type AttesterOptions, type JudgedSlot } from '../../ts/service/roots/attest/attester.js';
import { differingText } from '../../ts/service/roots/attest/evidence.js';
import { serviceSource } from '../../ts/service/roots/attest/serviceSource.js';
import { type RecordSource, recordsOf } from '../../ts/service/roots/attest/slotRecords.js';
import { storeSource } from '../../ts/service/roots/attest/storeSource.js';
import type { BatchRecord } from '../../ts/service/roots/seal/buildBatch.js';
import { sharedDatabase } from '../helpers/service/database.js';
import { MINUTE, SLOT, START } from '../helpers/service/sentRecords.js';
import { StoredService } from '../helpers/service/storedService.js';

const database = sharedDatabase();
let service: StoredService;
/** The oracle's own lists, as the holder of a token for everything reads them. */
let oracle: RecordSource;
let baseUrl: string;

const END = START + 40 * MINUTE;

beforeAll(async () => {
  service = await StoredService.start(await database.fresh());
  // Fixtures are sealed by the hour.
  for (const time of [START + 6 * MINUTE, START + 21 * MINUTE, END, START + 61 * MINUTE]) {
    await service.comeTo(time);
    await service.sealAndPublish();
  }
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  baseUrl = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
  oracle = await sourceFor(0);
}, 120_000);
afterAll(() => service.close());

async function sourceFor(leagues: number, sampling = 0): Promise<RecordSource> {
  const apiToken = await service.subscribed(`wallet of ${leagues} ${sampling}`, leagues, 52, sampling);
  return serviceSource('oracle', createClient({ baseUrl, apiToken, wire: 'observed' }));
}

const keyOf = (name: string): BatchKey => {
  const [kind, slotStart] = name.split('/');
  return { kind: kind as RecordKind, slotStart: Number(slotStart) };
};
/** The roots that the oracle has published. */
const published = (): Map<string, string> => new Map(service.published.roots);
const slotsOf = (kind: RecordKind): number[] =>
  [...published().keys()].map(keyOf).flatMap((key) => (key.kind === kind ? [key.slotStart] : []));

/** Roots and bits, as the oracle program keeps them. */
class MemoryAttestations implements AttestationChain {
  readonly attested = new Set<string>();
  readonly sent: number[] = [];

  constructor(readonly roots: ReadonlyMap<string, string>) {}

  async now(): Promise<number> {
    return service.clock.now();
  }

  async read(periods: readonly AttestedPeriod[]): Promise<PeriodOnChain[]> {
    return periods.map(({ kind, period }) => {
      const key = (slot: number): string => `${kind}/${period * 86_400_000 + slot * slotLength(kind)}`;
      const root = (slot: number): Root | null => {
        const found = this.roots.get(key(slot));
        return found === undefined ? null : rootOf(hexToBytes(found));
      };
      const roots = Array.from({ length: kind === 'fixtures' ? 240 : 288 }, (_, slot) => root(slot));
      return { kind, period, roots, isAttested: (slot) => this.attested.has(key(slot)) };
    });
  }

  async attest({ kind, period }: AttestedPeriod, entries: readonly AttestedRoot[]): Promise<void> {
    expect(entries.length).toBeLessThanOrEqual(MAX_ATTESTED_ROOTS);
    this.sent.push(entries.length);
    for (const { slot, root } of entries) {
      const name = `${kind}/${period * 86_400_000 + slot * slotLength(kind)}`;
      expect(this.roots.get(name)).toBe(bytesToHex(root));
      this.attested.add(name);
    }
  }
}

/** A source with the records of another one, of which some are changed. */
const changed = (
  name: string,
  source: RecordSource,
  change: (key: BatchKey, records: readonly BatchRecord[]) => readonly BatchRecord[],
): RecordSource => ({
  ...source,
  name,
  pagesOf: async function* (key, signal) {
    const { records, sportOf } = await recordsOf(source, key, { signal });
    yield { records: change(key, records), sportOf };
  },
});

async function run(chain: MemoryAttestations, options: Partial<AttesterOptions> & Pick<AttesterOptions, 'sources'>) {
  const judged: JudgedSlot[] = [];
  const failures: unknown[] = [];
  const attester = new Attester({
    chain,
    kinds: RECORD_KINDS,
    days: 1,
    grace: MINUTE,
    onSlot: (slot) => judged.push(slot),
    onFailure: (_, error) => failures.push(error),
    ...options,
  });
  const round = await attester.round(true);
  const mismatches = judged.flatMap(({ evidence }) => evidence ?? []);
  return { attester, round, judged, failures, mismatches };
}

/** The slots that are over, a minute ago or more. */
const closed = (): string[] =>
  [...published().keys()].filter((name) => {
    const { kind, slotStart } = keyOf(name);
    return slotStart + slotLength(kind) + MINUTE <= service.clock.now();
  });

describe('an honest oracle', () => {
  test('has every slot rebuilt from the lists of its service, and from a store', async () => {
    expect(RECORD_KINDS.map((kind) => closed().filter((name) => name.startsWith(kind)).length > 0)).toEqual([
      true,
      true,
      true,
    ]);
    const chain = new MemoryAttestations(published());
    const store = storeSource('own feed', service.store);
    const { round, failures, mismatches } = await run(chain, { sources: [oracle, store] });
    expect([failures, mismatches]).toEqual([[], []]);
    expect([...chain.attested].sort()).toEqual(closed().sort());
    expect(round).toMatchObject({ attested: chain.attested.size, mismatches: 0, failures: 0 });
  });

  test('has a slot attested once, in transactions of up to 24', async () => {
    const chain = new MemoryAttestations(published());
    const { attester } = await run(chain, { sources: [oracle] });
    const sent = chain.sent.length;
    expect(Math.max(...chain.sent)).toBeGreaterThan(1);
    expect(await attester.round(true)).toMatchObject({ attested: 0, mismatches: 0 });
    expect(chain.sent.length).toBe(sent);
  });

  test('is waited for: a slot that is not over for a while yet, and one without a root', async () => {
    const roots = published();
    const [first] = slotsOf('scores');
    roots.delete(`scores/${first}`);
    const chain = new MemoryAttestations(roots);
    const { round } = await run(chain, { sources: [oracle], grace: 30 * MINUTE });
    expect(round.mismatches).toBe(0);
    expect(round.withoutRoot).toBeGreaterThan(0);
    const late = [...chain.attested]
      .map(keyOf)
      .filter(({ kind, slotStart }) => slotStart + slotLength(kind) > START + 31 * MINUTE);
    expect(late).toEqual([]);
    expect(chain.attested.has(`scores/${first}`)).toBe(false);
  });

  test('in a dry run has nothing sent', async () => {
    const chain = new MemoryAttestations(published());
    const { round } = await run(chain, { sources: [oracle], dryRun: true });
    expect(round.attested).toBe(closed().length);
    expect(chain.sent).toEqual([]);
  });
});

describe('one altered record, one missing, and one root from elsewhere', () => {
  let altered: BatchKey;
  let missing: BatchKey;
  let foreign: BatchKey;
  let alteredRecord: BatchRecord;
  let missingRecord: BatchRecord;
  let other: RecordSource;
  let roots: Map<string, string>;

  beforeAll(async () => {
    const scores = slotsOf('scores');
    altered = { kind: 'scores', slotStart: scores.at(-2) ?? 0 };
    missing = { kind: 'odds', slotStart: slotsOf('odds')[2] ?? 0 };
    foreign = { kind: 'scores', slotStart: scores[3] ?? 0 };
    roots = published();
    roots.set(`scores/${foreign.slotStart}`, 'ab'.repeat(32));
    alteredRecord = (await recordsOf(oracle, altered)).records.find(({ json }) =>
      /"Stats":\{"/.test(json),
    ) as BatchRecord;
    missingRecord = (await recordsOf(oracle, missing)).records[1] as BatchRecord;
    other = changed('other feed', oracle, ({ kind, slotStart }, records) => {
      if (kind === 'scores' && slotStart === altered.slotStart)
        return records.map((record) => {
          if (record.fixtureId !== alteredRecord.fixtureId || record.seq !== alteredRecord.seq) return record;
          const fields = JSON.parse(record.json);
          const [key = ''] = Object.keys(fields.Stats);
          return {
            ...record,
            json: JSON.stringify({ ...fields, Stats: { ...fields.Stats, [key]: fields.Stats[key] + 1 } }),
          };
        });
      if (kind === 'odds' && slotStart === missing.slotStart)
        return records.filter(({ json }) => json !== missingRecord.json);
      return records;
    });
  });

  const placed = ({ kind, slotStart }: BatchKey) => {
    const { epochDay: period, index: slot } = ROOTS_TIMES[kind].placeAt(slotStart);
    return { kind, period, slot };
  };
  const nameOf = ({ kind, slotStart }: BatchKey): string => `${kind}/${slotStart}`;

  test('in the only feed leave exactly those slots unattested', async () => {
    const chain = new MemoryAttestations(roots);
    const { mismatches, failures } = await run(chain, { sources: [other] });
    expect(failures).toEqual([]);
    const wrong = [altered, missing, foreign].map(nameOf);
    expect([...chain.attested].sort()).toEqual(
      closed()
        .filter((name) => !wrong.includes(name))
        .sort(),
    );
    expect(mismatches.length).toBe(3);
    for (const { reason, against, sources, onChain } of mismatches) {
      expect([reason, against]).toEqual(['other root', ['other feed']]);
      expect(sources[0]?.root).not.toBe(onChain);
      expect(sources[0]?.records.length).toBeGreaterThan(0);
    }
  });

  test('in one of two feeds are named by the evidence', async () => {
    const chain = new MemoryAttestations(roots);
    const { mismatches } = await run(chain, { sources: [oracle, other] });
    const wrong = [altered, missing, foreign].map(nameOf);
    expect([...chain.attested].sort()).toEqual(
      closed()
        .filter((name) => !wrong.includes(name))
        .sort(),
    );
    const of = (key: BatchKey) => mismatches.find((one) => one.kind === key.kind && one.slot === placed(key).slot);
    const { fixtureId } = alteredRecord;
    expect(of(altered)).toMatchObject({
      ...placed(altered),
      reason: 'sources differ',
      against: ['other feed'],
      differing: { fixtures: [{ fixtureId }], records: [{ fixtureId, record: `Seq ${alteredRecord.seq}` }] },
    });
    const told = (key: BatchKey) => differingText(of(key)?.differing ?? { fixtures: [], records: [] });
    expect(told(altered)).toBe(`${fixtureId}: Seq ${alteredRecord.seq} with other content`);
    const lost = `MessageId ${JSON.parse(missingRecord.json).MessageId} of ${missingRecord.ts}`;
    expect(told(missing)).toBe(`${missingRecord.fixtureId}: ${lost} missing from other feed`);
    // The others of the slot are named as those that the sources agree about.
    const { agreeing } = of(altered)?.differing ?? { agreeing: [] };
    const slot = await recordsOf(oracle, altered);
    const others = new Set(slot.records.map((record) => record.fixtureId).filter((id) => id !== fixtureId));
    expect(agreeing).toEqual([...others].sort((a, b) => a - b));
    expect(of(missing)).toMatchObject({
      ...placed(missing),
      reason: 'sources differ',
      against: ['other feed'],
      differing: {
        fixtures: [{ fixtureId: missingRecord.fixtureId }],
        records: [
          {
            record: `MessageId ${JSON.parse(missingRecord.json).MessageId} of ${missingRecord.ts}`,
            of: { 'other feed': null },
          },
        ],
      },
    });
    expect(of(foreign)).toMatchObject({
      ...placed(foreign),
      reason: 'other root',
      onChain: 'ab'.repeat(32),
      against: ['oracle', 'other feed'],
      differing: { fixtures: [], records: [] },
    });
  });

  test('are looked at again only when told, and then attested if they agree', async () => {
    const chain = new MemoryAttestations(published());
    let isLate = true;
    const late = changed('late feed', oracle, (key, records) =>
      isLate && nameOf(key) === nameOf(altered) ? [] : records,
    );
    const { attester, mismatches } = await run(chain, { sources: [late] });
    expect(mismatches).toMatchObject([
      { ...placed(altered), reason: 'no records', sources: [{ problem: 'no records' }] },
    ]);
    isLate = false;
    expect(await attester.round(false)).toMatchObject({ attested: 0, mismatches: 0, known: 1 });
    expect(await attester.round(true)).toMatchObject({ attested: 1, mismatches: 0, known: 0 });
  });
});

describe('records that a root could cover, and no attester vouches for', () => {
  const [first = 0] = [START];
  test.each([
    ['outside the slot', (record: BatchRecord) => [{ ...record, ts: first + 30 * SLOT }]],
    ['there twice', (record: BatchRecord) => [record, record]],
  ])('%s', async (problem, of) => {
    const chain = new MemoryAttestations(published());
    const name = `scores/${slotsOf('scores')[0]}`;
    const source = changed('feed', oracle, (key, records) =>
      `${key.kind}/${key.slotStart}` === name
        ? records.flatMap((record, i) => (i === 0 ? of(record) : [record]))
        : records,
    );
    const { mismatches } = await run(chain, { sources: [source] });
    expect(mismatches).toMatchObject([{ reason: 'unusable records', sources: [{ root: null }] }]);
    expect(mismatches[0]?.sources[0]?.problem).toContain(problem);
    expect(chain.attested.has(name)).toBe(false);
  });
});

describe('a source', () => {
  test('has to show everything', async () => {
    const part = await sourceFor(1);
    await expect(part.check(['scores'])).rejects.toMatchObject({ number: 7285, context: { problem: 'leagues' } });
    const sampled = await sourceFor(0, 60);
    await expect(sampled.check(['odds'])).rejects.toMatchObject({
      number: 7285,
      message:
        'The API token for oracle shows odds of a line only every 60 seconds, but roots are built from all of them.',
    });
    await sampled.check(['scores', 'fixtures']);
    await oracle.check(RECORD_KINDS);
  });

  test('that never answers about one slot keeps no other from being attested', async () => {
    const chain = new MemoryAttestations(published());
    // Alone in its transaction, and before all others.
    const [first = ''] = closed().toSorted((a, b) => keyOf(a).slotStart - keyOf(b).slotStart);
    const alone = changed('alone', oracle, (_, records) => records);
    const source: RecordSource = {
      ...alone,
      pagesOf: async function* (key, signal) {
        if (key.kind === keyOf(first).kind) throw new Error('too much');
        yield* alone.pagesOf(key, signal);
      },
    };
    const { attester, round } = await run(chain, { sources: [source] });
    const others = closed().filter((name) => keyOf(name).kind !== keyOf(first).kind);
    expect(round.failures).toBeGreaterThan(0);
    await attester.round(false);
    expect([...chain.attested].toSorted()).toEqual(others.toSorted());
  });

  test('that has no records of after a slot is behind: no mismatch, no evidence, and a look once it has', async () => {
    const chain = new MemoryAttestations(published());
    const scores = slotsOf('scores').toSorted((a, b) => a - b);
    const [last = 0] = scores.slice(-2);
    let until = last + 1;
    let asked = 0;
    const before = (key: BatchKey, records: readonly BatchRecord[]) => {
      asked += Number(key.slotStart === last);
      return records.filter(({ ts }) => ts < until);
    };
    const lagging = { ...changed('lagging', oracle, before), latest: async () => until - 1 };
    const { attester, round, judged } = await run(chain, { sources: [lagging], kinds: ['scores'] });
    const behind = scores.filter((slotStart) => slotStart >= last);
    expect(behind.length).toBe(2);
    expect([round.behind, round.mismatches, round.failures]).toEqual([2, 0, 0]);
    expect(judged.filter(({ outcome }) => outcome === 'behind').map(({ slotStart }) => slotStart)).toEqual(behind);
    // Nothing new came: the sources are not asked for the slot again.
    asked = 0;
    expect(await attester.round(false)).toMatchObject({ behind: 2, attested: 0 });
    expect(asked).toBe(0);
    until = last + SLOT;
    expect(await attester.round(false)).toMatchObject({ behind: 1, attested: 1, mismatches: 0 });
    // Past the slot, what is missing is missing.
    lagging.latest = async () => last + 3 * SLOT;
    expect(await attester.round(false)).toMatchObject({ behind: 0, attested: 0, mismatches: 1 });
  });

  test('that does not answer is no mismatch, and is asked again in the next round', async () => {
    const chain = new MemoryAttestations(published());
    let isDown = true;
    const source: RecordSource = {
      ...oracle,
      pagesOf: async function* (key, signal) {
        if (isDown) throw new Error('no answer');
        yield* oracle.pagesOf(key, signal);
      },
    };
    const { attester, round, judged } = await run(chain, { sources: [source] });
    expect(round.failures).toBeGreaterThan(0);
    expect(round.failures).toBeLessThan(closed().length);
    expect(judged.every(({ outcome }) => outcome === 'failed')).toBe(true);
    isDown = false;
    expect(await attester.round(false)).toMatchObject({ attested: closed().length, failures: 0 });
  });
});
