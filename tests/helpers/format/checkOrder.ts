/** The order of the checks, as `docs/format.md` says it. The corpus tries it in every implementation. */

/** A check by its name in `rule.rs`, and its error numbers; or the table that stands in its place. */
export type Step =
  | { readonly rule: string; readonly error: number; readonly in?: string }
  | { readonly table: string; readonly words: string; readonly in?: string };

const steps = (...list: readonly (readonly [rule: string, error: number, of?: string])[]): Step[] =>
  list.map(([rule, error, of]) => ({ rule, error, ...(of && { in: of }) }));

const account = (length: 'RootsLength' | 'FixturesRootsLength', number: number, otherDay: number): Step[] =>
  steps([length, number], ['RootsKind', 6008], ['RootsDay', otherDay], ['RootPublished', 6007]);

const SUMMARY: readonly Step[] = steps(
  ['TimeArgument', 6010],
  ['PathSize', 6062],
  ['TimeRange', 6027],
  ['TimesOrdered', 6005],
  ['TimesInOneSlot', 6005],
  ['UpdateCount', 6100],
);
const ROOT: readonly Step[] = [
  ...account('RootsLength', 6011, 2006),
  ...steps(['ScoresMainPath', 6004], ['ScoresRoot', 6004]),
];
const EVENT: readonly Step[] = steps(
  ['EventSide', 6022],
  ['FixturePathLength', 6022],
  ['UpdateIndex', 6022],
  ['EventRoot', 6022],
);

/** By the part of the document: `checks-…`. */
export const CHECK_ORDER: Readonly<Record<string, readonly Step[]>> = {
  scores: [
    ...steps(['Signature', 6083, '4']),
    ...steps(['AnyStat', 6069], ['StatCount', 6069]),
    ...SUMMARY,
    ...steps(['IndexCount', 6075, '3, 4'], ['IndexDepth', 6076, '3, 4'], ['IndicesDistinct', 6076, '3, 4']),
    ...steps(['KeysDistinct', 6076, '3, 4']),
    ...ROOT,
    ...EVENT,
    {
      table: 'stat',
      words: 'Each stat, in order: [a stat with a path of its own](#a-stat-with-a-path-of-its-own).',
      in: '2',
    },
    { table: 'multiproof', words: 'All stats: [a multiproof](#a-multiproof).', in: '3, 4' },
    { table: 'condition', words: '[The condition](#the-condition).' },
  ],
  'scores-v1': [
    ...SUMMARY,
    ...steps(['SecondStat', 6024]),
    ...ROOT,
    { table: 'stat', words: 'Stat A: [a stat with a path of its own](#a-stat-with-a-path-of-its-own).' },
    ...steps(['OneEvent', 6024]),
    { table: 'stat', words: 'Stat B likewise.' },
    ...steps(['OperationOverflow', 6027]),
    ...EVENT,
  ],
  stat: [{ table: 'zero', words: 'If it is one: [a zero proof](#a-zero-proof).' }, ...steps(['StatRoot', 6023])],
  zero: steps(
    ['ZeroNodes', 6023],
    ['ZeroSides', 6023],
    ['ZeroMarker', 6023],
    ['ZeroLayoutKnown', 6073],
    ['ZeroLayout', 6073],
    ['ZeroValue', 6023],
    ['ZeroMap', 6023],
    ['ZeroKey', 6073],
    ['ZeroBit', 6074],
  ),
  multiproof: [
    { table: 'zero', words: 'Each stat whose path is not empty, in order: [a zero proof](#a-zero-proof).' },
    ...steps(
      ['HashesWithoutStat', 6078],
      ['HashMissing', 6077],
      ['HashSide', 6078],
      ['HashesFit', 6078],
      ['MultiproofRoot', 6023],
    ),
  ],
  condition: steps(
    ['DistanceGiven', 6072],
    ['StatIndex', 6073],
    ['StatOnce', 6070],
    ['EveryStat', 6071],
    ['ConditionOverflow', 6027],
  ),
  odds: [
    ...steps(
      ['Signature', 6083],
      ['OddsTimeArgument', 6010],
      ['PathSize', 6062],
      ['TimeRange', 6027],
      ['RecordNotBefore', 6005],
      ['RecordNotAfter', 6005],
      ['RecordCount', 6100],
      ['PriceCount', 6001],
      ['OddsFixture', 6048],
      ['LeafSize', 6102],
    ),
    ...account('RootsLength', 6011, 2006),
    ...steps(['SubTreePathLength', 6003], ['SubTreeIndex', 6003], ['SubTreeRoot', 6003]),
    ...steps(['MainPath', 6004], ['MainRoot', 6004]),
  ],
  fixture: [
    ...steps(
      ['PathSize', 6062],
      ['TimeRange', 6027],
      ['RecordNotBefore', 6005],
      ['RecordNotAfter', 6005],
      ['RecordCount', 6100],
      ['FixtureId', 6048],
      ['CompetitionId', 6048],
      ['CompetitionName', 6048],
      ['LeafSize', 6102],
    ),
    ...account('FixturesRootsLength', 6044, 6005),
    ...steps(['SubTreePathLength', 6003], ['SubTreeIndex', 6003], ['SubTreeRoot', 6003]),
    ...steps(['MainPath', 6004], ['MainRoot', 6004]),
  ],
  'fixture-batch': [
    ...steps(
      ['BatchHour', 6010],
      ['PathSize', 6062],
      ['TimeRange', 6027],
      ['BatchTimesOrdered', 6005],
      ['BatchCounts', 6100],
    ),
    ...account('FixturesRootsLength', 6044, 2006),
    ...steps(['BatchPathLength', 6004], ['BatchIndex', 6004], ['BatchRoot', 6004]),
  ],
};

/** What a table adds to a check's sentence in `rule.rs`, by name. */
export const REMARKS: Readonly<Record<string, string>> = {
  Signature: 'A key of the oracle has signed the digest (section 9).',
  PathSize: 'Of every path, and of the multiproof.',
  TimeRange: 'The time that chooses the root; of scores, the maximum, too.',
  FixturePathLength: '`ceil(log2(2 · update_count))`.',
  SubTreePathLength: '`ceil(log2(update_count))`.',
  BatchPathLength: '`ceil(log2(num_unique_fixtures + 1))`.',
  BatchHour: 'Not compared if the time is out of range, which is reported below.',
  BatchIndex: 'Every sibling is on the right.',
  IndexDepth: 'From 1 on: 0 is refused.',
  HashesFit: 'None is left over; 6077 if they are too few.',
  StatOnce: 'In targets and predicates together.',
};

/** The numbers of a table in order, with those of the tables that stand in it: for each of `stats`, in version 2. */
export function numbersInOrder(name: string, version: string, stats: number): number[] {
  return (CHECK_ORDER[name] ?? []).flatMap((step): number[] => {
    if (step.in && !step.in.includes(version)) return [];
    if ('error' in step) return [step.error];
    const repeated = version === '2' && step.table === 'stat' ? stats : 1;
    return Array.from({ length: repeated }, () => numbersInOrder(step.table, version, stats)).flat();
  });
}
