import { expect, it } from 'vitest';
import type { Market } from '../../account/market.js';
import { nextStep } from './nextStep.js';

const DAY = 86_400;

const market = (state: Market['state'], given: object = {}, proposal: object = {}): Market =>
  ({
    state,
    proposal: { outcome: 0, orderKey: 1n, since: 1_000, void: false, ...proposal },
    terms: { stakesClose: 100, earliest: 200, latest: 900, voidAfter: 5_000, challengeWindow: 60, ...given },
  }) as unknown as Market;

it('waits until a slot can settle', () => {
  expect(nextStep(market('Open'), 199)).toEqual({ kind: 'wait', until: 200 });
  expect(nextStep(market('Open'), 200)).toEqual({ kind: 'prove', otherwise: null, due: 5_000 });
});

it('looks for a proof from the close of stakes if an abandonment voids, because that can precede any result', () => {
  const voidable = market('Open', { abandonmentVoids: true });
  expect(nextStep(voidable, 99)).toEqual({ kind: 'wait', until: 100 });
  expect(nextStep(voidable, 100)).toEqual({ kind: 'prove', otherwise: null, due: 200 });
  expect(nextStep(voidable, 200)).toEqual({ kind: 'prove', otherwise: null, due: 5_000 });
});

it('voids after the deadline', () => {
  expect(nextStep(market('Open'), 4_999)).toMatchObject({ otherwise: null });
  expect(nextStep(market('Open'), 5_000)).toMatchObject({ kind: 'prove', otherwise: 'void' });
});

it('finalises after the challenge window, which lasts at least a day for a void proposal', () => {
  expect(nextStep(market('Proposed'), 1_059)).toEqual({ kind: 'prove', otherwise: null, due: 1_060 });
  expect(nextStep(market('Proposed'), 1_060)).toMatchObject({ otherwise: 'finalise' });
  const voided = market('Proposed', {}, { void: true });
  expect(nextStep(voided, 1_000 + DAY - 1)).toMatchObject({ otherwise: null, due: 1_000 + DAY });
  expect(nextStep(market('Proposed', { challengeWindow: 2 * DAY }, { void: true }), 1_000 + DAY)).toMatchObject({
    otherwise: null,
  });
});

it.each(['Final', 'Void'] as const)('clears a market in state %s', (state) => {
  expect(nextStep(market(state), 10_000)).toEqual({ kind: 'clear' });
});
