import fc from 'fast-check';
import { settleMany as settleManyInstruction } from '../../../../ts/sdk/program/settlement/instructions.js';
import { withMarkets } from '../../../helpers/settlement/result.js';
import { topicName } from '../../resultModel.js';
import { actionKind, choose } from '../action.js';
import { type Place, PROGRAM, TOPICS, type World } from '../world.js';

/** Places in any order, some of them more than once, and accounts that are no markets. */
export const batchGiven = fc.array(
  fc.record({
    place: fc.nat(1_000),
    kind: fc.oneof(
      { weight: 12, arbitrary: fc.constant('market' as const) },
      { weight: 1, arbitrary: fc.constantFrom('vault' as const, 'parlay' as const, 'nothing' as const) },
    ),
  }),
  { minLength: 0, maxLength: 8 },
);

type BatchGiven = typeof batchGiven extends fc.Arbitrary<infer T> ? T : never;

/** The markets of a batch for the model, the addresses for the chain, and every place that it names. */
export function batchOf(world: World, given: BatchGiven) {
  const entries = given.map(({ place: number, kind }) => {
    const place = choose(world.places, number);
    const other = choose(world.parlayPlaces, number);
    const address = { market: place.address, vault: place.vault, parlay: other.address, nothing: other.vault }[kind];
    return { place, address, market: kind === 'market' ? world.model.market(place.number) : undefined };
  });
  return {
    markets: entries.map(({ market }) => market),
    addresses: entries.map(({ address }) => address),
    places: [...new Set<Place>(entries.map(({ place }) => place))],
  };
}

/** Every market, as a keeper would name them. */
export const everyPlace = ({ places }: World): BatchGiven =>
  places.map((_, place) => ({ place, kind: 'market' as const }));

/** Settles any markets with a result, mostly one that is there. */
export const settleMany = actionKind(
  'settle_many',
  8,
  fc.record({ topic: fc.nat(10_000), batch: batchGiven, isAll: fc.boolean() }),
  async (world, { topic: number, batch, isAll }) => {
    const { model } = world;
    const known = TOPICS.filter((topic) => model.results.has(topicName(topic)));
    if (known.length === 0 && number % 10 > 0) return;
    // Mostly one that an undecided market waits for.
    const waiting = model.markets.filter(
      (market) => market && !market.closed && !market.decided && market.rules.stakesClose <= model.now,
    );
    const awaited = new Set(waiting.flatMap((market) => (market ? [topicName(market.rules)] : [])));
    const fitting = known.filter((topic) => awaited.has(topicName(topic)));
    // A contradicted one voids what a proof of its update has proposed, which happens seldom.
    const disputed = fitting.filter((topic) => model.results.get(topicName(topic))?.contradicted);
    const likely = disputed.length > 0 && number % 10 > 6 ? disputed : fitting;
    const among = number % 10 === 0 ? TOPICS : number % 10 > 2 && likely.length > 0 ? likely : known;
    if (among === known && number % 10 > 2) return;
    const topic = choose(among, Math.floor(number / 10));
    const { markets, addresses, places } = batchOf(world, isAll ? [...batch, ...everyPlace(world)] : batch);
    const predicted = model.settleMany(topic, markets);
    const instruction = settleManyInstruction.build(PROGRAM, { result: world.result(topic) }, {});
    await world.attempt('settle_many', { places, topic }, predicted, [withMarkets(instruction, addresses)]);
  },
);
