import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { CHAIN_NOT_REACHABLE } from '../sdk/error/codes/api.js';
import { NO_PROOF_YET, SERVICE_UNAVAILABLE, WRONG_RECORD } from '../sdk/error/codes/library.js';
import { INVALID_STAT_PROOF, OVERFLOW, ROOT_NOT_AVAILABLE } from '../sdk/error/codes/oracle.js';
import { NOT_ATTESTED } from '../sdk/error/codes/settlement.js';
import type { ErrorNumber } from '../sdk/error/errors.js';
import { errorOf } from '../sdk/error/linesmanError.js';
import { ProofBadge } from './ProofBadge.js';
import { refusesProof } from './refusesProof.js';

it.each([
  ['verified', true, '✓ Proven on Solana'],
  ['verified', null, '✓ Proven on Solana'],
  ['verified', false, '✗ Proven not to be so'],
  ['refused', false, '✗ The proof is refused'],
  ['unknown', false, '? Not proven yet'],
  ['checking', false, '… Checking the proof'],
] as const)('a badge that is %s, of a condition that is %s, says %s', (state, verdict, words) => {
  const error = state === 'refused' ? errorOf(WRONG_RECORD, { problem: 'proof of nothing' }) : null;
  const value = { result: { verdict } } as never;
  const markup = renderToStaticMarkup(createElement(ProofBadge, { proof: { state, value, error } }));
  const title = error ? ` title="${error.message}"` : '';
  expect(markup).toBe(`<span role="status"${title} data-state="${state}">${words}</span>`);
});

it('only a check that a wrong proof fails says that it is wrong', () => {
  const refusing = (numbers: readonly ErrorNumber[]) =>
    numbers.filter((one) => refusesProof(errorOf(one, {} as never)));
  const others = [CHAIN_NOT_REACHABLE, NO_PROOF_YET, NOT_ATTESTED, OVERFLOW, ROOT_NOT_AVAILABLE, SERVICE_UNAVAILABLE];
  expect(refusing([...others, INVALID_STAT_PROOF, WRONG_RECORD])).toEqual([INVALID_STAT_PROOF, WRONG_RECORD]);
  expect(refusesProof(new Error())).toBe(false);
});
