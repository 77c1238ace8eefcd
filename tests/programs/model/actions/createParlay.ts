import fc from 'fast-check';
import { configAddress } from '../../../../ts/sdk/program/address/oracle.js';
import { SYSTEM_PROGRAM_ID } from '../../../../ts/sdk/program/address/runtime.js';
import { ACCOUNT_ROLE } from '../../../../ts/sdk/program/instruction/instruction.js';
import { LOCALNET_PROGRAM_IDS } from '../../../../ts/sdk/program/programId.js';
import { createParlay as createParlayInstruction } from '../../../../ts/sdk/program/settlement/instructions.js';
import type { ParlayTerms } from '../../../../ts/sdk/program/wire/parlayTerms.js';
import { parlayTermsHash } from '../../../../ts/sdk/program/wire/termsHash.js';
import { type Answer, associated } from '../../settlementModel.js';
import { actionKind, choose } from '../action.js';
import { PROGRAM } from '../world.js';

const CONFIG = configAddress(LOCALNET_PROGRAM_IDS.oracle).address;

/** Faults in the terms themselves, one at a time. */
const TERMS_FAULTS: readonly (readonly [Answer, (terms: ParlayTerms, now: number) => Partial<ParlayTerms>])[] = [
  [6245, ({ legs }) => ({ legs: legs.slice(0, 1) })],
  [
    6245,
    ({ legs: [leg, ...others] }) => ({
      legs: leg ? [leg, ...others, { ...leg, outcome: leg.outcome === 0 ? 1 : 0 }] : [],
    }),
  ],
  [6204, (_, now) => ({ stakesClose: now })],
  [6205, () => ({ feeBps: 1_001 })],
  [6206, () => ({ minimumStake: 0n })],
  [6231, () => ({ mint: CONFIG })],
  [6232, () => ({ feeAccount: CONFIG })],
];
/** Faults in the list of the legs' markets. */
const LIST_FAULTS = { fewer: 3005, more: 6245, swapped: 6246, readonly: 2000 } as const;

export const createParlay = actionKind(
  'create_parlay',
  6,
  fc.record({
    place: fc.nat(1_000),
    mint: fc.nat(1_000),
    feeOwner: fc.nat(1_000),
    first: fc.nat(1_000),
    count: fc.constantFrom(2, 2, 2, 2, 3, 3, 4, 6),
    outcomes: fc.array(fc.nat(1_000), { minLength: 6, maxLength: 6 }),
    /** Includes markets that are no longer open or do not exist. */
    anyMarket: fc.nat(9),
    closesEarlier: fc.constantFrom(0, 0, 1, 30),
    feeBps: fc.constantFrom(0, 37, 250, 999, 1_000),
    limits: fc.constantFrom<[bigint, bigint]>([1n, 2n ** 62n], [1n, 2n ** 62n], [10n, 1_000n]),
    fault: fc.oneof(
      { weight: 30, arbitrary: fc.constant(null) },
      { weight: 7, arbitrary: fc.nat(TERMS_FAULTS.length - 1) },
      {
        weight: 6,
        arbitrary: fc.constantFrom('fewer' as const, 'more' as const, 'swapped' as const, 'readonly' as const),
      },
      { weight: 4, arbitrary: fc.constantFrom('hash' as const, 'late' as const, 'outcome' as const) },
    ),
  }),
  async (world, given) => {
    const { model, places, parlayPlaces } = world;
    const { fault } = given;
    const free = parlayPlaces.filter(({ number }) => !model.parlay(number));
    if (given.place % 10 > 0 && free.length === 0) return;
    const place = choose(given.place % 10 > 0 ? free : parlayPlaces, given.place);
    const open = places.filter(({ number }) => {
      const market = model.market(number);
      return market?.isOpen && model.now < market.rules.stakesClose;
    });
    const among = given.anyMarket === 0 ? places : open;
    if (among.length < 2) return;
    const markets = Array.from({ length: Math.min(given.count, among.length) }, (_, i) =>
      choose(among, given.first + i),
    );
    const [mint, feeOwner] = [choose(world.mints, given.mint), choose(world.feeOwners, given.feeOwner)];
    const feeAccount = associated(feeOwner.name, mint.name);
    const legs = markets.map((market, i) => {
      const outcomes = model.market(market.number)?.rules.outcomes ?? 2;
      const isLast = i === markets.length - 1;
      const wanted = given.outcomes[i] ?? 0;
      // Mostly one of the first two outcomes, because those are the ones that occur.
      const outcome = wanted % 4 === 0 ? Math.floor(wanted / 4) % outcomes : wanted % 2;
      return {
        market,
        outcome: fault === 'outcome' && isLast ? outcomes : outcome,
        hash: fault === 'hash' && isLast ? market.olderHash : market.hash,
        isHashRight: !(fault === 'hash' && isLast),
      };
    });
    const closes = markets.flatMap(({ number }) => model.market(number)?.rules.stakesClose ?? []);
    const soonest = Math.min(...closes.filter((time) => time > model.now), model.now + 86_400);
    const stakesClose = fault === 'late' ? soonest + 1 : Math.max(soonest - given.closesEarlier, model.now + 1);
    const [minimum, maximum] = given.limits;
    const valid: ParlayTerms = {
      legs: legs.map(({ market, outcome, hash }) => ({ market: market.address, termsHash: hash, outcome })),
      mint: mint.address,
      feeBps: given.feeBps,
      feeAccount: world.token(feeAccount),
      minimumStake: minimum,
      maximumStake: maximum,
      stakesClose,
    };
    const [number, change] = typeof fault === 'number' ? (TERMS_FAULTS[fault] ?? [null, null]) : [null, null];
    const terms = { ...valid, ...change?.(valid, model.now) };
    const rules = {
      creator: place.creator.name,
      mint: mint.name,
      feeAccount,
      outcomes: 2,
      stakesClose,
      feeBps: BigInt(given.feeBps),
      minimum,
      maximum,
      legs: legs.map(({ market, outcome }) => ({ place: market.number, outcome })),
    };
    const listFault = typeof fault === 'string' && fault in LIST_FAULTS ? (fault as keyof typeof LIST_FAULTS) : null;
    const predicted = model.createParlay(place.number, rules, {
      terms: number,
      markets: listFault && LIST_FAULTS[listFault],
      isHashRight: legs.map(({ isHashRight }) => isHashRight),
    });
    const addresses = {
      creator: place.creator.publicKey,
      parlay: place.address,
      vault: place.vault,
      mint: mint.address,
      feeAccount: world.token(feeAccount),
      tokenProgram: mint.program,
      systemProgram: SYSTEM_PROGRAM_ID,
    };
    const built = createParlayInstruction.build(PROGRAM, addresses, { id: place.id, terms });
    const named = markets.map(({ address }) => address);
    if (listFault === 'fewer') named.pop();
    if (listFault === 'more') named.push(choose(places, given.first).address);
    if (listFault === 'swapped') named.reverse();
    const namedAccounts = named.map((address, i) => ({
      address,
      role: listFault === 'readonly' && i === 0 ? ACCOUNT_ROLE.readonly : ACCOUNT_ROLE.writable,
    }));
    const instruction = { ...built, accounts: [...built.accounts, ...namedAccounts] };
    if (predicted === null) world.remember(place, parlayTermsHash(terms));
    await world.attempt('create_parlay', { places: [place, ...markets] }, predicted, [instruction], [place.creator]);
  },
);
