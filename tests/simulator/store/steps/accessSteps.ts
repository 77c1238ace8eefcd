import fc from 'fast-check';
import { moments, START, tokens, transactions, wallets } from './drawn.js';
import { Noted, type Step, step } from './step.js';

/** So few that a lease often ends just when another holder asks for it, or seems to last much too long. */
const leasing = fc.record({
  name: fc.constantFrom('roots', 'roots', 'other'),
  holder: fc.constantFrom('a', 'b'),
  now: fc.integer({ min: 0, max: 6 }).map((n) => START + n * 100),
  ms: fc.constantFrom(1, 10, 100, 200),
});
const take = step('lease', leasing, ({ leases }, { name, holder, now, ms }) => leases.take(name, holder, now, ms));
const giveBack = step('give back', leasing, ({ leases }, { name, holder }) => leases.giveBack(name, holder));

const terms = fc.record({
  level: fc.constantFrom(1, 2),
  samplingSeconds: fc.constantFrom(0, 60),
  leagueBundle: fc.constantFrom(null, null, 3),
  leagues: fc.subarray([901, 902, 903]),
  marketBundle: fc.constantFrom(0, 7),
});
const activations = fc.record({
  txSig: transactions,
  wallet: wallets,
  weeks: fc.integer({ min: 1, max: 3 }),
  terms,
  tokenHash: tokens,
  now: moments,
  realTime: moments,
  /** Follows the last period, or begins again, perhaps where another period begins. */
  follows: fc.constantFrom(true, true, true, false),
  length: fc.constantFrom(100, 100, 1_000, 1_000, 0),
});
const activate = step('activate', activations, async ({ subscriptions }, { follows, length, ...activation }) => {
  const ends: (number | undefined)[] = [];
  const periodAfter = (lastEnd: number | undefined) => {
    ends.push(lastEnd);
    const startsAt = follows ? Math.max(activation.now, lastEnd ?? 0) : activation.now;
    return { startsAt, endsAt: startsAt + length };
  };
  const given = await subscriptions.activate({ ...activation, periodAfter });
  return new Noted([typeof given === 'string' ? given : 'given'], [given, ends]);
});

const repeats = fc.record({
  txSig: transactions,
  wallet: wallets,
  tokenHash: tokens,
  sessionIssuedAt: moments,
  now: moments,
});
const repeat = step('repeat', repeats, async ({ subscriptions }, given) => {
  // Most repeats come from the wallet that has activated.
  const there = given.sessionIssuedAt % 500 === 0 ? undefined : await subscriptions.activation(given.txSig);
  return subscriptions.repeat({ ...given, wallet: there?.wallet ?? given.wallet });
});

const capRenewals = step('cap', moments, ({ subscriptions }, realTime) => subscriptions.capRenewals(realTime));
const endToken = step('end token', tokens, ({ subscriptions }, hash) => subscriptions.endToken(hash));
const endTokens = step(
  'end tokens',
  fc.tuple(wallets, fc.option(moments, { nil: undefined, freq: 2 })),
  ({ subscriptions }, [wallet, blockedAt]) => subscriptions.endTokens(wallet, blockedAt),
);
const allow = step('allow', wallets, ({ subscriptions }, wallet) => subscriptions.allow(wallet));

export const accessSteps = [
  { weight: 6, arbitrary: take },
  { weight: 1, arbitrary: giveBack },
  { weight: 8, arbitrary: activate },
  { weight: 5, arbitrary: repeat },
  { weight: 1, arbitrary: capRenewals },
  { weight: 1, arbitrary: endToken },
  { weight: 1, arbitrary: endTokens },
  { weight: 2, arbitrary: allow },
] as fc.WeightedArbitrary<Step<unknown>>[];
