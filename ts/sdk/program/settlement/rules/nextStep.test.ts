import { expect, it } from 'vitest';
import { momentAt } from '../../../../../tests/helpers/moments.js';
import type { Market } from '../../account/market.js';
import { nextStep, windowEnd } from './nextStep.js';

const DAY = 86_400;

const market = (state: Market['state'], given: object = {}, proposal: object = {}): Market =>
  ({
    state,
    proposal: { outcome: 0, orderKey: 1n, since: momentAt(1_000), void: false, ...proposal },
    terms: { stakesClose: 100, earliest: 200, latest: 900, voidAfter: 5_000, challengeWindow: 60, ...given },
  }) as unknown as Market;

it('waits until a slot can settle', () => {
  expect(nextStep(market('Open'), momentAt(199))).toEqual({ kind: 'wait', until: 200 });
  expect(nextStep(market('Open'), momentAt(200))).toEqual({ kind: 'prove', otherwise: null, due: 5_000 });
});

it('looks for a proof from the close of stakes if an abandonment voids, because that can precede any result', () => {
  const voidable = market('Open', { abandonmentVoids: true });
  expect(nextStep(voidable, momentAt(99))).toEqual({ kind: 'wait', until: 100 });
  expect(nextStep(voidable, momentAt(100))).toEqual({ kind: 'prove', otherwise: null, due: 200 });
  expect(nextStep(voidable, momentAt(200))).toEqual({ kind: 'prove', otherwise: null, due: 5_000 });
});

it('voids after the deadline', () => {
  expect(nextStep(market('Open'), momentAt(4_999))).toMatchObject({ otherwise: null });
  expect(nextStep(market('Open'), momentAt(5_000))).toMatchObject({ kind: 'prove', otherwise: 'void' });
});

it('finalises after the challenge window, which lasts at least a day for a void proposal', () => {
  expect(nextStep(market('Proposed'), momentAt(1_059))).toEqual({ kind: 'prove', otherwise: null, due: 1_060 });
  expect(nextStep(market('Proposed'), momentAt(1_060))).toMatchObject({ otherwise: 'finalise' });
  const voided = market('Proposed', {}, { void: true });
  expect(nextStep(voided, momentAt(1_000 + DAY - 1))).toMatchObject({ otherwise: null, due: 1_000 + DAY });
  expect(
    nextStep(market('Proposed', { challengeWindow: 2 * DAY }, { void: true }), momentAt(1_000 + DAY)),
  ).toMatchObject({
    otherwise: null,
  });
});

it('finalises once as many slots have passed, too', () => {
  const halted = { seconds: 9_000, slot: 1_059 };
  expect(nextStep(market('Proposed'), halted)).toEqual({ kind: 'prove', otherwise: null, due: 9_001 });
  expect(windowEnd(market('Proposed'), halted)).toEqual({ at: 9_001, isAbout: true });
  expect(nextStep(market('Proposed'), { ...halted, slot: 1_060 })).toMatchObject({ otherwise: 'finalise', due: 1_060 });
  // The count of slots wraps, and one that was set back does not hold up a window.
  const wrapped = market('Proposed', {}, { since: { seconds: 1_000, slot: 2 ** 32 - 30 } });
  const at = (slot: number) => nextStep(wrapped, { seconds: 1_060, slot });
  expect([at(2 ** 33 + 29), at(2 ** 33 + 30), at(2 ** 32 - 31)]).toMatchObject([
    { otherwise: null },
    { otherwise: 'finalise' },
    { otherwise: 'finalise' },
  ]);
});

it.each(['Final', 'Void'] as const)('clears a market in state %s', (state) => {
  expect(nextStep(market(state), momentAt(10_000))).toEqual({ kind: 'clear' });
});
