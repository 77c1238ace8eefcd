import { describe, expectTypeOf, it } from 'vitest';
import type { MatchPage, PublicMatch } from '../../ts/sdk/client/match.js';
import type { WorldFacts } from '../../ts/sdk/client/world.js';
import type { Milliseconds } from '../../ts/sdk/format/slotTime.js';
import type { AnswerSchema } from '../../ts/service/edge/http/answerSchema.js';
import type { MATCHES, PUBLIC_MATCHES } from '../../ts/service/edge/http/matchSchema.js';
import type { WORLD } from '../../ts/service/edge/http/worldCaller.js';

type AnswerOf<S> = S extends AnswerSchema<infer T> ? T : never;

/** JSON has no units. */
type OnWire<T> = T extends Milliseconds
  ? number
  : T extends readonly (infer E)[]
    ? readonly OnWire<E>[]
    : T extends object
      ? { readonly [K in keyof T]: OnWire<T[K]> }
      : T;

/** The compiler compares: a service answers by its schemas, and a client reads by its own types. */
describe('what the schema of an answer describes', () => {
  it('is what the client returns', () => {
    expectTypeOf<AnswerOf<typeof MATCHES>>().toExtend<OnWire<MatchPage>>();
    expectTypeOf<AnswerOf<typeof PUBLIC_MATCHES>>().toExtend<OnWire<MatchPage<PublicMatch>>>();
    expectTypeOf<AnswerOf<typeof WORLD>>().toExtend<WorldFacts>();
  });

  it('has all that the client reads', () => {
    expectTypeOf<MatchPage>().toExtend<AnswerOf<typeof MATCHES>>();
    expectTypeOf<MatchPage<PublicMatch>>().toExtend<AnswerOf<typeof PUBLIC_MATCHES>>();
    expectTypeOf<WorldFacts>().toExtend<AnswerOf<typeof WORLD>>();
  });
});
