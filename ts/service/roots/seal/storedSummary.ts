import {
  bytesToHex,
  type FixtureBatchSummary,
  type Hash,
  hashOf,
  hexToBytes,
  type OddsBatchSummary,
  type ScoresBatchSummary,
  type UpdateStats,
} from '@linesman/sdk/format';

/** A summary of any kind as stored: texts may contain any character, and the hash is in hex. */
interface StoredSummary {
  readonly fixtureId: number;
  readonly updateStats: UpdateStats;
  readonly root: string;
  readonly competitionId?: number;
  readonly competition?: string;
}

export function summaryText(summary: {
  readonly fixtureId: number;
  readonly updateStats: UpdateStats;
  readonly root: Hash;
  readonly competitionId?: number;
  readonly competition?: string;
}): string {
  const { fixtureId, updateStats, root, competitionId, competition = '' } = summary;
  const names = competitionId === undefined ? {} : { competitionId, competition };
  return JSON.stringify({ fixtureId, updateStats, root: bytesToHex(root), ...names } satisfies StoredSummary);
}

export function scoresSummary(text: string): ScoresBatchSummary {
  const { fixtureId, updateStats, root } = read(text);
  return { fixtureId, updateStats, eventsSubTreeRoot: root };
}

export function oddsSummary(text: string): OddsBatchSummary {
  const { fixtureId, updateStats, root } = read(text);
  return { fixtureId, updateStats, oddsSubTreeRoot: root };
}

export function fixtureSummary(text: string): FixtureBatchSummary {
  const { fixtureId, updateStats, root, competitionId = 0, competition = '' } = read(text);
  return { fixtureId, competitionId, competition, updateStats, updateSubTreeRoot: root };
}

function read(text: string) {
  const { root, ...rest } = JSON.parse(text) as StoredSummary;
  return { ...rest, root: hashOf(hexToBytes(root)) };
}
