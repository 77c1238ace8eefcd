import type { PublicMatch } from '@linesman/sdk/client';
import { SHOWN_SPORTS } from '@linesman/sdk/format';

const HOUR = 3_600_000;

/** Questions to the service for results, from which the best one is chosen. */
export const LATEST_RESULTS = { stage: 'over', order: 'latest', limit: 10 } as const;
/** The stat keys that prove its score. */
export const PROVEN_KEYS = [1, 2] as const;

/** Chooses the result of the last hour with the most action for its sport, or else the latest proven one. */
export function bestOf(matches: readonly PublicMatch[], now: number): PublicMatch | null {
  const proven = matches.filter(({ proof, score }) => proof !== null && score !== null);
  const fresh = proven.filter(({ proof }) => (proof?.publishedAt ?? 0) > now - HOUR);
  // In sports with goals, one more or less matters most.
  const ofGoals = fresh.filter(({ sport }) => SHOWN_SPORTS[sport].counted === 'goals');
  const total = ({ score }: PublicMatch): number => (score ? score.participant1 + score.participant2 : 0);
  const among = ofGoals.length > 0 ? ofGoals : fresh;
  if (among.length > 0) return among.reduce((best, one) => (total(one) > total(best) ? one : best));
  const provenAt = ({ proof }: PublicMatch): number => proof?.publishedAt ?? 0;
  return proven.toSorted((a, b) => provenAt(b) - provenAt(a))[0] ?? null;
}
