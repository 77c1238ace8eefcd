import { expect, test } from 'vitest';
import type { Market } from '../../account/market.js';
import type { MarketTerms } from '../../wire/terms.js';
import { handicapTerms } from '../lines.js';
import { type MarketEnding, marketEnding } from './marketEnding.js';

const NOTHING = { outcome: 0, orderKey: 0n, since: { seconds: 0, slot: 0 }, void: false };
const PROVEN = { ...NOTHING, orderKey: 1n << 40n };

test.each<[MarketEnding | null, Partial<Market>, number]>([
  [null, { state: 'Open' }, 0],
  [null, { state: 'Proposed', proposal: PROVEN }, 0],
  [null, { state: 'Proposed', proposal: { ...PROVEN, void: true } }, 0],
  ['decided', { state: 'Final', proposal: PROVEN }, 0],
  ['no-winner', { state: 'Final', proposal: PROVEN, refund: true }, 0],
  // A whole line that is hit, and one that is not, with nobody on the winner.
  ['pushed', { state: 'Final', proposal: { ...PROVEN, outcome: 1 }, refund: true }, -1],
  ['no-winner', { state: 'Final', proposal: { ...PROVEN, outcome: 2 }, refund: true }, -1],
  ['no-winner', { state: 'Final', proposal: { ...PROVEN, outcome: 1 }, refund: true }, -0.25],
  ['decided', { state: 'Final', proposal: { ...PROVEN, outcome: 1 } }, -0.25],
  ['void-by-proof', { state: 'Void', proposal: { ...PROVEN, void: true }, refund: true }, 0],
  ['void-by-deadline', { state: 'Void', proposal: NOTHING, refund: true }, 0],
  ['contradicted', { state: 'Void', proposal: PROVEN, refund: true }, 0],
])('%s: %o, line %d', (ending, market, line) => {
  const terms = handicapTerms('soccer', line === 0 ? 0.5 : line) as MarketTerms;
  expect(marketEnding({ state: 'Open', proposal: NOTHING, refund: false, terms, ...market })).toBe(ending);
});
