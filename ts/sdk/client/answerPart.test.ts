import { expectTypeOf, it } from 'vitest';
import type { Milliseconds } from '../format/slotTime.js';
import type { SUBSCRIPTION, Subscription } from './account.js';
import type { AnswerPart } from './answerPart.js';
import type { MATCHES, MatchPage, PUBLIC_MATCHES, PublicMatch } from './match.js';
import type { ROOTS_LATENCY, ROOTS_OF_DAY, RootsLatency, RootsOfDay } from './roots.js';
import type { DEPLOYMENT, DeploymentFacts, WORLD, WorldFacts } from './world.js';

type ReadFrom<P> = P extends AnswerPart<unknown, infer T> ? Plain<T> : never;

/** Types that clients see have fewer units. */
type Plain<T> = T extends Milliseconds
  ? number
  : T extends readonly (infer E)[]
    ? readonly Plain<E>[]
    : T extends Uint8Array
      ? T
      : T extends object
        ? { readonly [K in keyof T]: Plain<T[K]> }
        : T;

it('a client returns no field that its types do not document', () => {
  expectTypeOf<Subscription>().toExtend<ReadFrom<typeof SUBSCRIPTION>>();
  expectTypeOf<MatchPage>().toExtend<ReadFrom<typeof MATCHES>>();
  expectTypeOf<MatchPage<PublicMatch>>().toExtend<ReadFrom<typeof PUBLIC_MATCHES>>();
  expectTypeOf<RootsOfDay>().toExtend<ReadFrom<typeof ROOTS_OF_DAY>>();
  expectTypeOf<RootsLatency>().toExtend<ReadFrom<typeof ROOTS_LATENCY>>();
  expectTypeOf<DeploymentFacts>().toExtend<ReadFrom<typeof DEPLOYMENT>>();
  expectTypeOf<WorldFacts>().toExtend<ReadFrom<typeof WORLD>>();
});
