import { fixtureBatches } from '../../../ts/records/batch/fixtureBatch.js';
import { oddsBatches } from '../../../ts/records/batch/oddsBatch.js';
import { proveFixture, proveFixtureBatch, proveOdds } from '../../../ts/records/batch/prove.js';
import { Random } from '../../../ts/season/random.js';
import { fixtureLeaf } from '../../helpers/scoreline/fixtureLeaf.js';
import { randomOdds } from '../../helpers/scoreline/randomOdds.js';
import { type Scoreline, scorelineOf } from '../../helpers/scoreline/scoreline.js';
import {
  type Draft,
  edited,
  error,
  finish,
  flipped,
  otherHash,
  sealAll,
  sealMain,
  sibling,
  verdict,
} from '../draft.js';
import { change, sealed, sealedMain, set } from '../edits.js';
import { naiveTree } from '../naiveTree.js';
import { plainFixture, plainFixtureBatch, plainOdds, publishedRoot, SLOT_START } from '../scene.js';
import type { Expect, FixtureRecord, Instruction, OddsProof, OddsRecord, Path, Vector } from '../vector.js';
import { fixtureBytes, oddsBytes, sha256 } from '../wireBytes.js';
import { type Fault, faulty } from './label.js';
import { accountFaults } from './scoresFaults.js';

const matchOf = (fixtureId: number): Scoreline =>
  scorelineOf({ seed: 'vectors', sport: 'soccer', fixtureId, startTime: SLOT_START, script: 'allZero' });

type OddsInstruction = 'validate_odds' | 'validate_odds_v4';

/** One odds record of a slot with several fixtures, with `records` records of the proven one. */
export function oddsDraft<I extends OddsInstruction>(instruction: I, records = 4, at = 2, fixtures = 3): Draft<I> {
  const ids = Array.from({ length: fixtures }, (_, i) => 12_200_001 + i);
  const proven = ids[ids.length >> 1] as number;
  const odds = ids.flatMap((id) => randomOdds(matchOf(id), SLOT_START + (id % 97), id === proven ? records : 2, 30));
  const [batch] = oddsBatches(odds);
  const record = batch?.fixtures.find(({ summary }) => summary.fixtureId === proven)?.records[at];
  if (!batch || !record) throw new Error('no odds');
  return {
    instruction,
    sport: null,
    tree: 'current',
    proof: plainOdds(proveOdds(batch, proven, record.messageId)),
    strategy: null,
    roots: publishedRoot('odds', batch.time.epochDay, batch.time.slot, batch.tree.root),
  } as Draft<I>;
}

/** One fixture record of an hour. */
export function fixtureDraft(records = 4, at = 2, fixtures = 3, state?: 'live'): Draft<'validate_fixture'> {
  const { batch, proven } = hourOf(records, fixtures, state);
  return {
    instruction: 'validate_fixture',
    sport: null,
    tree: 'current',
    proof: plainFixture(proveFixture(batch, proven, at)),
    strategy: null,
    roots: publishedRoot('fixtures', batch.time.window, batch.time.index, batch.tree.root),
  };
}

export function fixtureBatchDraft(fixtures = 3): Draft<'validate_fixture_batch'> {
  const { batch } = hourOf(4, fixtures);
  return {
    instruction: 'validate_fixture_batch',
    sport: null,
    tree: 'current',
    proof: plainFixtureBatch(batch.time.index, proveFixtureBatch(batch)),
    strategy: null,
    roots: publishedRoot('fixtures', batch.time.window, batch.time.index, batch.tree.root),
  };
}

function hourOf(records: number, fixtures: number, state?: 'live') {
  const ids = Array.from({ length: fixtures }, (_, i) => 12_300_001 + i);
  const proven = ids[ids.length >> 1] as number;
  const made = ids.flatMap((id) =>
    Array.from({ length: id === proven ? records : 1 }, (_, i) =>
      fixtureLeaf(matchOf(id), SLOT_START + 1_000 * i + (id % 89), state),
    ),
  );
  const [batch] = fixtureBatches(made);
  if (!batch) throw new Error('no fixtures');
  return { batch, proven };
}

const ODDS: readonly [string, OddsInstruction][] = [
  ['odds', 'validate_odds'],
  ['odds-v4', 'validate_odds_v4'],
];

/** A record of exactly this many bytes. */
function sized<T extends OddsRecord | FixtureRecord>(
  record: T,
  bytes: number,
  write: (record: T) => Buffer,
  field: keyof T,
): T {
  const without = write({ ...record, [field]: '' }).length;
  return { ...record, [field]: 'x'.repeat(bytes - without) };
}

export const shortOdds = (length: number): OddsRecord =>
  sized(
    {
      fixtureId: '12200002',
      messageId: 'm',
      ts: String(SLOT_START + 500),
      bookmaker: 'b',
      bookmakerId: 1,
      superOddsType: 't',
      gameState: null,
      inRunning: false,
      marketParameters: null,
      marketPeriod: null,
      priceNames: [],
      prices: [],
    },
    length,
    oddsBytes,
    'messageId',
  );

export const shortFixture = (record: FixtureRecord, length: number): FixtureRecord =>
  sized({ ...record, competition: '', participant1: '', participant2: '' }, length, fixtureBytes, 'participant1');

export function others(): Vector[] {
  const vectors: Vector[] = [];
  const valid = (draft: Draft, name: string, about: string) =>
    vectors.push(finish(draft, { name, class: 'valid', about }, verdict(true)));

  for (const [prefix, instruction] of ODDS) {
    for (const count of [1, 2, 3, 5, 8, 33])
      valid(
        oddsDraft(instruction, count, count - 1),
        `${prefix}-records-${count}`,
        `the last of ${count} odds records`,
      );
    for (const fixtures of [1, 2, 8, 40])
      valid(
        oddsDraft(instruction, 4, 1, fixtures),
        `${prefix}-fixtures-${fixtures}`,
        `${fixtures} fixtures in the slot`,
      );
    const options: [string, Partial<OddsRecord>][] = [
      ['everything-set', { gameState: 'live', marketParameters: 'line=2.5', marketPeriod: 'half=1', inRunning: true }],
      ['nothing-set', { gameState: null, marketParameters: null, marketPeriod: null, priceNames: [], prices: [] }],
      [
        'empty-texts',
        { messageId: '', bookmaker: '', superOddsType: '', gameState: '', priceNames: [''], prices: [-1] },
      ],
      ['not-ascii', { bookmaker: 'Lïnesman Häuser — 公正' }],
    ];
    for (const [name, fields] of options)
      valid(
        edited(oddsDraft(instruction), (draft) => {
          Object.assign(draft.proof.odds, fields);
          sealAll(draft as Draft);
        }),
        `${prefix}-${name}`,
        `an odds record with ${name.replaceAll('-', ' ')}`,
      );
    for (const bytes of [63, 65])
      valid(
        edited(oddsDraft(instruction), (draft) =>
          sealed(
            draft,
            set(draft.proof, {
              odds: { ...shortOdds(bytes), fixtureId: draft.proof.odds.fixtureId, ts: draft.proof.ts },
            }),
          ),
        ),
        `${prefix}-leaf-${bytes}-bytes`,
        `a leaf of ${bytes} bytes is no inner node`,
      );
  }
  for (const count of [1, 2, 3, 5])
    valid(fixtureDraft(count, count - 1), `fixture-records-${count}`, `the last of ${count} fixture records`);
  for (const fixtures of [1, 2, 8, 65]) {
    valid(fixtureDraft(2, 0, fixtures), `fixture-fixtures-${fixtures}`, `${fixtures} fixtures in the hour`);
    valid(fixtureBatchDraft(fixtures), `batch-fixtures-${fixtures}`, `the metadata of ${fixtures} fixtures`);
  }
  valid(fixtureDraft(2, 1, 3, 'live'), 'fixture-state', 'the fixture’s state in the high bits of the id');
  const above = fixtureDraft(2, 1, 3, 'live');
  above.proof.summary.fixtureId = String(BigInt(above.proof.summary.fixtureId) + 5n * 2n ** 48n);
  sealMain(above as Draft);
  valid(above, 'fixture-state-in-summary', 'bits from 48 on are not compared, whichever of the two has them');
  for (const bytes of [63, 65])
    valid(
      edited(fixtureDraft(), (draft) =>
        sealed(
          draft,
          set(draft.proof, { snapshot: shortFixture(draft.proof.snapshot, bytes) }),
          set(draft.proof.summary, { competition: '' }),
        ),
      ),
      `fixture-leaf-${bytes}-bytes`,
      `a leaf of ${bytes} bytes is no inner node`,
    );
  const hour = (draft: Draft<'validate_fixture'>, time: bigint) => {
    const { snapshot, summary } = draft.proof;
    snapshot.ts = String(time);
    summary.minTimestamp = String(time);
    summary.maxTimestamp = String(time);
    sealAll(draft as Draft);
  };
  for (const [name, time] of [
    ['first-hour', 0n],
    ['last-hour-of-window', (20_830n + 10n) * 86_400_000n - 1n],
    ['first-hour-of-window', 20_830n * 86_400_000n],
    ['last-day', 65_536n * 86_400_000n - 1n],
  ] as const)
    valid(
      edited(fixtureDraft(), (draft) => hour(draft, time)),
      `fixture-${name}`,
      `a fixture record in the ${name.replaceAll('-', ' ')}`,
    );

  vectors.push(...oddsFaults(), ...fixtureFaults(), ...fixtureBatchFaults());
  return vectors;
}

const long = (path: Path): Path => Array.from({ length: 33 }, (_, i) => path[i] ?? sibling('ab'.repeat(32), 'right'));
const hashesOf = (random: Random, count: number) =>
  Array.from({ length: count }, () => Buffer.from(random.bytes32()).toString('hex'));

function list<I extends Instruction>() {
  const faults: Fault<I>[] = [];
  const add = (cls: string, name: string, expect: number | Expect, about: string, edit: (draft: Draft<I>) => void) => {
    faults.push({
      class: cls,
      ...(name && { name }),
      about,
      expect: typeof expect === 'number' ? error(expect) : expect,
      edit,
    });
  };
  return { faults, add };
}

/** Faults common to odds and fixtures: both have a sub-tree over records and a main tree over summaries. */
function addTrees<I extends 'validate_odds' | 'validate_odds_v4' | 'validate_fixture'>(
  add: ReturnType<typeof list<I>>['add'],
  leafOf: (draft: Draft<I>) => Buffer,
): void {
  const parts = (draft: Draft<I>) => draft.proof as unknown as Pick<OddsProof, 'summary' | 'subTreePath' | 'mainPath'>;
  add('path-too-long', 'sub-tree', 6062, 'a path has at most 32 nodes', (draft) =>
    set(parts(draft), { subTreePath: long(parts(draft).subTreePath) }),
  );
  add('path-too-long', 'main', 6062, 'a path has at most 32 nodes', (draft) =>
    set(parts(draft), { mainPath: long(parts(draft).mainPath) }),
  );
  add('update-count', '0', 6100, 'a summary covers at least one record', (draft) =>
    sealedMain(draft, set(parts(draft).summary, { updateCount: 0 })),
  );
  for (const [name, at] of Object.entries({ first: 0, last: 1 })) {
    add('sub-tree-path', `hash-${name}`, 6003, 'a hash of the sub-tree path is another', (draft) => {
      const { subTreePath } = parts(draft);
      subTreePath[at] = otherHash(subTreePath[at] as string);
    });
    add('sub-tree-path', `direction-${name}`, 6003, 'a direction of the sub-tree path is turned', (draft) => {
      const { subTreePath } = parts(draft);
      subTreePath[at] = flipped(subTreePath[at] as string);
    });
    add('main-path', `hash-${name}`, 6004, 'a hash of the main path is another', (draft) => {
      const { mainPath } = parts(draft);
      mainPath[at] = otherHash(mainPath[at] as string);
    });
    add('main-path', `direction-${name}`, 6004, 'a direction of the main path is turned', (draft) => {
      const { mainPath } = parts(draft);
      mainPath[at] = flipped(mainPath[at] as string);
    });
  }
  add('sub-tree-path', 'truncated', 6003, 'the sub-tree path ends too early', (draft) =>
    parts(draft).subTreePath.pop(),
  );
  add('sub-tree-path', 'extended', 6003, 'the sub-tree path goes on beyond the root', (draft) =>
    parts(draft).subTreePath.push(sibling('11'.repeat(32), 'right')),
  );
  add('sub-tree-depth', 'shorter', 6003, 'the path is shorter than the number of records demands, and folds', (draft) =>
    sealed(draft, parts(draft).subTreePath.pop()),
  );
  add('sub-tree-depth', 'longer', 6003, 'the path is longer than the number of records demands, and folds', (draft) =>
    sealed(draft, parts(draft).subTreePath.push(sibling('11'.repeat(32), 'right'))),
  );
  add('sub-tree-depth', 'empty', 6003, 'no path, although there are several records', (draft) =>
    sealed(draft, set(parts(draft), { subTreePath: [] })),
  );
  add('sub-tree-depth', 'count-greatest', 6003, 'the greatest number of records', (draft) =>
    sealedMain(draft, set(parts(draft).summary, { updateCount: 4294967295 })),
  );
  add('sub-tree-index', '', 6003, 'the record lies behind the last one that the summary counts', (draft) => {
    // Leaf 3 of a tree for three records: a duplicate at best.
    const { paths } = naiveTree([...hashesOf(new Random('sub-tree-index'), 3), leafOf(draft).toString('hex')]);
    parts(draft).subTreePath = paths[3] as Path;
    parts(draft).summary.updateCount = 3;
    sealAll(draft as unknown as Draft);
  });
  add('main-path', 'truncated', 6004, 'the main path ends too early', (draft) => parts(draft).mainPath.pop());
  add('main-path', 'extended', 6004, 'the main path goes on beyond the root', (draft) =>
    parts(draft).mainPath.push(sibling('11'.repeat(32), 'right')),
  );
  add(
    'main-path-empty',
    '',
    6004,
    'a main path has at least one node, also where the leaf itself is the root',
    (draft) => sealedMain(draft, set(parts(draft), { mainPath: [] })),
  );
  add('summary', 'sub-tree-root', 6003, 'the summary has another sub-tree root', (draft) =>
    sealedMain(draft, set(parts(draft).summary, { subTreeRoot: '77'.repeat(32) })),
  );
  add('summary', 'maximum', 6004, 'the summary ends at another time', (draft) => {
    const { summary } = parts(draft);
    summary.maxTimestamp = String(BigInt(summary.maxTimestamp) + 1n);
  });
}

function oddsFaults(): Vector[] {
  return ODDS.flatMap(([prefix, instruction]) => {
    const { faults, add } = list<OddsInstruction>();
    for (const [name, by] of Object.entries({ later: 1n, earlier: -1n }))
      add('timestamp', name, 6010, 'the time argument is not the record’s', ({ proof }) =>
        set(proof, { ts: String(BigInt(proof.ts) + by) }),
      );
    const at = (draft: Draft<OddsInstruction>, time: bigint) => {
      const { proof } = draft;
      proof.ts = String(time);
      proof.odds.ts = proof.ts;
      proof.summary.minTimestamp = proof.ts;
      proof.summary.maxTimestamp = proof.ts;
      sealAll(draft as Draft);
    };
    add('negative-time', '', 6027, 'a time before 1970', (draft) => at(draft, -1n));
    add('day-too-large', '', 6027, 'day 65536 does not fit in 16 bits, it is not day 0', (draft) =>
      at(draft, 65_536n * 86_400_000n),
    );
    add('outside-range', 'before', 6005, 'the record is older than the summary', (draft) => {
      const { odds, summary } = draft.proof;
      summary.minTimestamp = String(BigInt(odds.ts) + 1n);
      sealMain(draft as Draft);
    });
    add('outside-range', 'after', 6005, 'the record is younger than the summary', (draft) => {
      const { odds, summary } = draft.proof;
      summary.maxTimestamp = String(BigInt(odds.ts) - 1n);
      sealMain(draft as Draft);
    });
    add('prices', 'one-more', 6001, 'there are more prices than names', (draft) =>
      sealed(draft, draft.proof.odds.prices.push(1500)),
    );
    add('prices', 'one-less', 6001, 'there are more names than prices', (draft) =>
      sealed(draft, draft.proof.odds.priceNames.push('draw')),
    );
    for (const [name, id] of [
      ['other', (own: bigint) => own + 1n],
      // Only fixtures carry a state in the high bits.
      ['state', (own: bigint) => own + 2n ** 48n],
    ] as const)
      add('identity', name, 6048, 'the record is of another fixture than the summary', (draft) =>
        sealed(draft, set(draft.proof.odds, { fixtureId: String(id(BigInt(draft.proof.odds.fixtureId))) })),
      );
    add('leaf-64-bytes', '', 6102, 'a leaf of 64 bytes could be an inner node', (draft) =>
      sealed(
        draft,
        set(draft.proof, { odds: { ...shortOdds(64), fixtureId: draft.proof.odds.fixtureId, ts: draft.proof.ts } }),
      ),
    );
    const fields: [string, (odds: OddsRecord) => void][] = [
      ['message-id', (odds) => set(odds, { messageId: `${odds.messageId}0` })],
      ['bookmaker', (odds) => set(odds, { bookmaker: `${odds.bookmaker} ` })],
      ['bookmaker-id', (odds) => set(odds, { bookmakerId: odds.bookmakerId + 1 })],
      ['type', (odds) => set(odds, { superOddsType: odds.superOddsType.toLowerCase() })],
      ['game-state', (odds) => set(odds, { gameState: '' })],
      ['in-running', (odds) => set(odds, { inRunning: !odds.inRunning })],
      ['parameters', (odds) => set(odds, { marketParameters: 'line=9' })],
      ['period', (odds) => set(odds, { marketPeriod: 'et' })],
      ['price', (odds) => set(odds, { prices: odds.prices.map((price) => price + 1) })],
      ['price-name', (odds) => set(odds, { priceNames: odds.priceNames.map((name) => `${name}x`) })],
      [
        'suspended',
        (odds) => {
          odds.prices = [];
          odds.priceNames = [];
        },
      ],
    ];
    for (const [name, edit] of fields)
      add('record', name, 6003, `the record’s ${name.replaceAll('-', ' ')} is another`, ({ proof }) =>
        edit(proof.odds),
      );
    addTrees<OddsInstruction>(add, ({ proof }) => sha256(oddsBytes(proof.odds)));
    const valid = oddsDraft(instruction) as Draft<OddsInstruction>;
    return [
      ...faults.map((fault) => faulty(prefix, valid, fault)),
      ...accountFaults(prefix, valid as Draft, 6011, 2006),
    ];
  });
}

function fixtureFaults(): Vector[] {
  const { faults, add } = list<'validate_fixture'>();
  type D = Draft<'validate_fixture'>;
  const at = (draft: D, time: bigint) => {
    const { snapshot, summary } = draft.proof;
    snapshot.ts = String(time);
    summary.minTimestamp = snapshot.ts;
    summary.maxTimestamp = snapshot.ts;
    sealAll(draft as Draft);
  };
  add('negative-time', '', 6027, 'a time before 1970', (draft) => at(draft, -1n));
  add('day-too-large', '', 6027, 'day 65536 does not fit in 16 bits, it is not day 0', (draft) =>
    at(draft, 65_536n * 86_400_000n),
  );
  add('outside-range', 'before', 6005, 'the record is older than the summary', (draft) =>
    sealedMain(draft, set(draft.proof.summary, { minTimestamp: String(BigInt(draft.proof.snapshot.ts) + 1n) })),
  );
  add('outside-range', 'after', 6005, 'the record is younger than the summary', (draft) =>
    sealedMain(draft, set(draft.proof.summary, { maxTimestamp: String(BigInt(draft.proof.snapshot.ts) - 1n) })),
  );
  add('identity', 'fixture', 6048, 'the record is of another fixture than the summary', (draft) =>
    sealed(draft, set(draft.proof.snapshot, { fixtureId: String(BigInt(draft.proof.snapshot.fixtureId) + 1n) })),
  );
  add('identity', 'bit-47', 6048, 'the id has 48 bits, the state stands above them', (draft) =>
    sealed(draft, set(draft.proof.snapshot, { fixtureId: String(BigInt(draft.proof.snapshot.fixtureId) + 2n ** 47n) })),
  );
  add('identity', 'competition-id', 6048, 'the record is of another competition than the summary', (draft) =>
    sealed(draft, set(draft.proof.snapshot, { competitionId: draft.proof.snapshot.competitionId + 1 })),
  );
  add('identity', 'competition', 6048, 'the record names another competition than the summary', (draft) =>
    sealed(draft, set(draft.proof.snapshot, { competition: `${draft.proof.snapshot.competition}!` })),
  );
  add('leaf-64-bytes', '', 6102, 'a leaf of 64 bytes could be an inner node', (draft) =>
    sealed(
      draft,
      set(draft.proof, { snapshot: shortFixture(draft.proof.snapshot, 64) }),
      set(draft.proof.summary, { competition: '' }),
    ),
  );
  const fields: [string, (record: FixtureRecord) => void][] = [
    ['start-time', (record) => set(record, { startTime: String(BigInt(record.startTime) + 1n) })],
    ['group', (record) => set(record, { fixtureGroupId: record.fixtureGroupId + 1 })],
    ['first-participant-id', (record) => set(record, { participant1Id: record.participant1Id + 1 })],
    ['first-participant', (record) => set(record, { participant1: `${record.participant1}.` })],
    ['second-participant-id', (record) => set(record, { participant2Id: record.participant2Id + 1 })],
    ['second-participant', (record) => set(record, { participant2: `${record.participant2}.` })],
    ['state', (record) => set(record, { fixtureId: String(BigInt(record.fixtureId) + 3n * 2n ** 48n) })],
    ['is-home', (record) => set(record, { participant1IsHome: !record.participant1IsHome })],
  ];
  for (const [name, edit] of fields)
    add('record', name, 6003, `the record’s ${name.replaceAll('-', ' ')} is another`, ({ proof }) =>
      edit(proof.snapshot),
    );
  addTrees<'validate_fixture'>(add, ({ proof }) => sha256(fixtureBytes(proof.snapshot)));
  const valid = fixtureDraft();
  return [
    ...faults.map((fault) => faulty('fixture', valid, fault)),
    ...accountFaults('fixture', valid as Draft, 6044, 6005),
  ];
}

function fixtureBatchFaults(): Vector[] {
  const { faults, add } = list<'validate_fixture_batch'>();
  for (const [name, by] of Object.entries({ next: 1, previous: -1 }))
    add('timestamp', name, 6010, 'the index argument is not that of the batch’s start', ({ proof }) =>
      set(proof, { index: proof.index + by }),
    );
  const at = (draft: Draft<'validate_fixture_batch'>, start: bigint, end: bigint) => {
    Object.assign(draft.proof.metadata, { overallBatchStartTs: String(start), overallBatchEndTs: String(end) });
    sealMain(draft as Draft);
  };
  add('negative-time', '', 6027, 'a time before 1970', (draft) => at(draft, -1n, -1n));
  add('day-too-large', '', 6027, 'day 65536 does not fit in 16 bits, it is not day 0', (draft) => {
    draft.proof.index = 24 * 6;
    at(draft, 65_536n * 86_400_000n, 65_536n * 86_400_000n);
  });
  add('times-reversed', '', 6005, 'the batch ends before it begins', (draft) => {
    const start = BigInt(draft.proof.metadata.overallBatchStartTs);
    at(draft, start, start - 1n);
  });
  for (const count of [0, -1]) {
    add('update-count', `${count}`, 6100, 'a batch holds at least one record', (draft) =>
      sealedMain(draft, set(draft.proof.metadata, { totalUpdateCount: count })),
    );
    add('update-count', `fixtures-${count}`, 6100, 'a batch holds at least one fixture', (draft) =>
      sealedMain(draft, set(draft.proof.metadata, { numUniqueFixtures: count })),
    );
  }
  add('path-too-long', '', 6062, 'a path has at most 32 nodes', ({ proof }) => set(proof, { path: long(proof.path) }));
  for (const place of [0, 1]) {
    add('main-path', `hash-${place}`, 6004, 'a hash of the path is another', ({ proof }) =>
      change(proof.path, place, otherHash),
    );
    add('main-path', `direction-${place}`, 6004, 'a direction of the path is turned', ({ proof }) =>
      change(proof.path, place, flipped),
    );
  }
  add('main-path', 'truncated', 6004, 'the path ends too early', ({ proof }) => proof.path.pop());
  add('main-path', 'extended', 6004, 'the path goes on beyond the root', ({ proof }) =>
    proof.path.push(sibling('11'.repeat(32), 'right')),
  );
  add('metadata-place', 'direction', 6004, 'the metadata is leaf 0, and folds elsewhere too', (draft) =>
    sealedMain(draft, change(draft.proof.path, 1, flipped)),
  );
  add(
    'metadata-place',
    'shorter',
    6004,
    'the path is shorter than the number of fixtures demands, and folds',
    (draft) => sealedMain(draft, draft.proof.path.pop()),
  );
  add('metadata-place', 'longer', 6004, 'the path is longer than the number of fixtures demands, and folds', (draft) =>
    sealedMain(draft, draft.proof.path.push(sibling('11'.repeat(32), 'right'))),
  );
  add('metadata-place', 'count-greatest', 6004, 'the greatest number of fixtures', (draft) =>
    sealedMain(draft, set(draft.proof.metadata, { numUniqueFixtures: 2147483647 })),
  );
  add(
    'main-path-empty',
    '',
    6004,
    'a main path has at least one node, also where the leaf itself is the root',
    (draft) => sealedMain(draft, set(draft.proof, { path: [] })),
  );
  for (const [name, edit] of [
    ['updates', (metadata) => set(metadata, { totalUpdateCount: metadata.totalUpdateCount + 1 })],
    ['start', (metadata) => set(metadata, { overallBatchStartTs: String(BigInt(metadata.overallBatchStartTs) + 1n) })],
    ['end', (metadata) => set(metadata, { overallBatchEndTs: String(BigInt(metadata.overallBatchEndTs) + 1n) })],
  ] as [string, (metadata: Draft<'validate_fixture_batch'>['proof']['metadata']) => void][])
    add('metadata', name, 6004, `the metadata’s ${name} is another`, ({ proof }) => edit(proof.metadata));
  const valid = fixtureBatchDraft();
  return [
    ...faults.map((fault) => faulty('batch', valid, fault)),
    ...accountFaults('batch', valid as Draft, 6044, 2006),
  ];
}
