import type { Match } from '@linesman/sdk/client';

type Named = Pick<Match, 'participant1' | 'participant2' | 'competition' | 'fixtureId'>;

/** Whether every word of a search is in the name of a side or of the competition, or in the number. */
export function fitsWords({ participant1, participant2, competition, fixtureId }: Named, search: string): boolean {
  const text = plain(`${participant1} ${participant2} ${competition} ${fixtureId}`);
  return plain(search)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Visitors rarely type accents. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
