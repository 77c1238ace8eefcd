import { SystemProgram } from '@solana/web3.js';
import fc from 'fast-check';
import {
  configAddress,
  createMarket,
  LOCALNET_PROGRAM_IDS,
  type MarketTerms,
  termsHash,
} from '../../../../ts/program/index.js';
import { termsOf } from '../../../helpers/settlement/market.js';
import { type Answer, associated } from '../../settlementModel.js';
import { actionKind, choose } from '../action.js';
import { FIXTURES, PLAYED, QUESTIONS, SIGNER } from '../match.js';
import { PROGRAM } from '../world.js';

const DAY = 86_400;
const CONFIG = configAddress(LOCALNET_PROGRAM_IDS.oracle).address;

/** What can be wrong with terms, one at a time. */
const FAULTS: readonly (readonly [Answer, (terms: MarketTerms, now: number) => Partial<MarketTerms>])[] = [
  [6200, () => ({ sport: 3 })],
  [6201, () => ({ outcomes: [] })],
  [6202, ({ statKeys }) => ({ statKeys: [...statKeys, 9] })],
  [6203, ({ statKeys }) => ({ finality: 'HalfTime', statKeys: statKeys.map((key) => 3_000 + (key % 1_000)) })],
  [6204, (_, now) => ({ stakesClose: now })],
  [6204, ({ voidAfter }) => ({ voidAfter: voidAfter - 1 })],
  [6205, () => ({ feeBps: 1_001 })],
  [6206, () => ({ minimumStake: 0n })],
  [6206, () => ({ minimumStake: 8n, maximumStake: 7n })],
  [6207, () => ({ signer: new Uint8Array(32).fill(1) })],
  [6231, () => ({ mint: CONFIG })],
  [6232, () => ({ feeAccount: CONFIG })],
];

export const create = actionKind(
  'create',
  3,
  fc.record({
    place: fc.nat(1_000),
    mint: fc.nat(1_000),
    feeOwner: fc.nat(1_000),
    fixture: fc.nat(1_000),
    question: fc.nat(1_000),
    policy: fc.nat(1_000),
    isSigned: fc.boolean(),
    window: fc.constantFrom(0, 0, 60, 600, 3_600, 7_200),
    closesIn: fc.constantFrom(60, 600, 600, 1_200),
    waits: fc.constantFrom(0, 0, 0, 0, 0, 3_000, 7_000),
    latest: fc.constantFrom(3_000, 8_000, DAY, DAY, 2 * DAY),
    feeBps: fc.constantFrom(0, 37, 250, 999, 1_000),
    limits: fc.constantFrom<[bigint, bigint]>([1n, 2n ** 62n], [1n, 2n ** 62n], [10n, 1_000n]),
    abandonmentVoids: fc.boolean(),
    fault: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat(FAULTS.length - 1) }),
  }),
  async (world, given) => {
    const { model, places } = world;
    const free = places.filter((_, i) => !model.market(i));
    if (given.place % 10 > 0 && free.length === 0) return;
    const place = given.place % 10 > 0 && free.length > 0 ? choose(free, given.place) : choose(places, given.place);
    const [mint, feeOwner] = [choose(world.mints, given.mint), choose(world.feeOwners, given.feeOwner)];
    const question = choose(QUESTIONS, given.question);
    const policy = choose(question.policies, given.policy);
    const isSigned = given.isSigned || policy === 'SignedFinal';
    // A match that has not been played, if there is any; stakes close with its kick-off, or soon.
    const coming = FIXTURES.filter(({ kickOff }) => kickOff + PLAYED > model.now + given.closesIn);
    const fixture = choose(coming.length > 0 ? coming.slice(0, 2) : FIXTURES, given.fixture);
    const stakesClose = Math.max(fixture.kickOff, model.now + given.closesIn);
    const earliest = stakesClose + given.waits;
    const latest = earliest + given.latest;
    const feeAccount = associated(feeOwner.name, mint.name);
    const [minimum, maximum] = given.limits;
    const valid = termsOf({
      mint: mint.address,
      feeAccount: world.token(feeAccount),
      fixtureId: fixture.id,
      statKeys: [...question.keys],
      outcomes: [...question.strategies],
      finality: policy,
      signer: isSigned ? SIGNER : null,
      challengeWindow: given.window,
      stakesClose,
      earliest,
      latest,
      feeBps: given.feeBps,
      minimumStake: minimum,
      maximumStake: maximum,
      abandonmentVoids: given.abandonmentVoids,
    });
    const [number, change] = given.fault === null ? [null, null] : (FAULTS[given.fault] ?? [null, null]);
    const terms: MarketTerms = { ...valid, ...change?.(valid, model.now) };
    const rules = {
      creator: place.creator.name,
      mint: mint.name,
      feeAccount,
      fixture: FIXTURES.indexOf(fixture),
      keys: question.keys,
      policy,
      signer: isSigned,
      outcomes: question.strategies.length + 1,
      decide: question.decide,
      window: given.window,
      stakesClose,
      earliest,
      latest,
      voidAfter: valid.voidAfter,
      abandonmentVoids: valid.abandonmentVoids,
      feeBps: BigInt(given.feeBps),
      minimum,
      maximum,
    };
    const predicted = model.create(place.number, rules, number);
    const addresses = {
      creator: place.creator.publicKey,
      market: place.address,
      vault: place.vault,
      mint: mint.address,
      feeAccount: world.token(feeAccount),
      oracleConfig: CONFIG,
      tokenProgram: mint.program,
      systemProgram: SystemProgram.programId,
    };
    const instruction = createMarket.build(PROGRAM, addresses, { id: place.id, terms });
    if (predicted === null) world.remember(place, termsHash(terms));
    await world.attempt('create', { places: [place] }, predicted, [instruction], [place.creator]);
  },
);
