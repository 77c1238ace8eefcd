import type { MatchPage, PublicQuestion, ShownMatch } from '@linesman/sdk/client';
import { FIXTURE_UNKNOWN, fail } from '@linesman/sdk/error';
import { type Reading, useReading } from './useReading.js';

/**
 * A page of matches: those of the subscription, or the public ones without an API token. Read when the component is
 * mounted and by `refresh`. Needs a service. Errors in its state: those of `matches` of a `Linesman`.
 *
 * @example
 * ```ts
 * import { useMatches } from '@linesman/react';
 *
 * export const useComing = () => useMatches({ stage: 'coming', sport: 'soccer' }).value?.matches ?? [];
 * ```
 */
export const useMatches = (question: Omit<PublicQuestion, 'signal'> = {}): Reading<MatchPage<ShownMatch>> =>
  useReading(question, { read: (linesman, signal) => linesman.matches({ ...question, signal }) });

/**
 * A match with its score, state and clock, read again with each record of the service's stream. Needs a service, and
 * shows what it says: `useProof` proves a score. Errors in its state: those of `matches` of a `Linesman`, those of
 * `streamRecords`, FIXTURE_UNKNOWN. Without an API token: API_TOKEN_NEEDED, with the public view as `value`.
 *
 * @param fixture Number of the match.
 *
 * @example
 * ```ts
 * import { useLiveScore } from '@linesman/react';
 *
 * export const useScore = (fixture: number) => useLiveScore(fixture).value?.score ?? null;
 * ```
 */
export const useLiveScore = (fixture: number): Reading<ShownMatch> =>
  useReading(fixture, {
    read: async (linesman, signal) => {
      const { matches } = await linesman.matches({ fixtureId: fixture, signal });
      return matches.find(({ fixtureId }) => fixtureId === fixture) ?? fail(FIXTURE_UNKNOWN, { fixture });
    },
    follow: async ({ linesman }, again, signal) => {
      // What came between the first answer and the opening of the stream is in neither.
      const onNotice = ({ kind }: { readonly kind: string }): void => {
        if (kind === 'open') again();
      };
      for await (const _ of linesman.client?.scores.stream({ fixtureId: fixture, signal, onNotice }) ?? []) again();
    },
  });
