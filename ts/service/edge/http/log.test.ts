import { expect, test } from 'vitest';
import { traceOf } from './log.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const VALID = `00-${TRACE}-${PARENT}-01`;

test.each([
  ['version 00', VALID, true],
  ['any flags', `00-${TRACE}-${PARENT}-ff`, true],
  ['a later version', `01-${TRACE}-${PARENT}-01`, true],
  ['the last version', `fe-${TRACE}-${PARENT}-00`, true],
  ['a later version with more fields', `cc-${TRACE}-${PARENT}-01-what-the-future-will-be-like`, true],
  ['a later version that ends with a dash', `cc-${TRACE}-${PARENT}-01-`, true],
  ['none', undefined, false],
  ['an empty one', '', false],
  ['version ff, which is forbidden', `ff-${TRACE}-${PARENT}-01`, false],
  ['an all-zero trace id', `00-${'0'.repeat(32)}-${PARENT}-01`, false],
  ['an all-zero parent id', `00-${TRACE}-${'0'.repeat(16)}-01`, false],
  ['an all-zero parent id of a later version', `01-${TRACE}-${'0'.repeat(16)}-01`, false],
  ['version 00 with more fields', `${VALID}-what-the-future-will-be-like`, false],
  ['version 00 that ends with a dash', `${VALID}-`, false],
  ['version 00 with three digits of flags', `${VALID}0`, false],
  ['a later version whose flags go on', `cc-${TRACE}-${PARENT}-01.what-the-future-will-not-be-like`, false],
  ['a later version with three digits of flags', `cc-${TRACE}-${PARENT}-010`, false],
  ['the header sent twice, as Node joins it', `${VALID}, ${VALID}`, false],
  ['a later version sent twice', `01-${TRACE}-${PARENT}-01, 01-${TRACE}-${PARENT}-01`, false],
  ['an upper-case version', `AA-${TRACE}-${PARENT}-01`, false],
  ['an upper-case trace id', `00-${TRACE.toUpperCase()}-${PARENT}-01`, false],
  ['an upper-case parent id', `00-${TRACE}-${PARENT.toUpperCase()}-01`, false],
  ['upper-case flags', `00-${TRACE}-${PARENT}-0A`, false],
  ['a version that is no number', `0x-${TRACE}-${PARENT}-01`, false],
  ['a short version', `0-${TRACE}-${PARENT}-01`, false],
  ['a long version', `000-${TRACE}-${PARENT}-01`, false],
  ['a short trace id', `00-${TRACE.slice(1)}-${PARENT}-01`, false],
  ['a long trace id', `00-${TRACE}0-${PARENT}-01`, false],
  ['a short parent id', `00-${TRACE}-${PARENT.slice(1)}-01`, false],
  ['no flags', `00-${TRACE}-${PARENT}`, false],
  ['empty flags', `00-${TRACE}-${PARENT}-`, false],
  ['short flags', `00-${TRACE}-${PARENT}-1`, false],
  ['other separators', VALID.replaceAll('-', '_'), false],
  ['something before it', ` ${VALID}`, false],
])('a traceparent that is %s: %j', (_, traceparent, isTaken) => {
  const trace = traceOf({ traceparent });
  expect(trace).toMatch(/^(?!0{32})[\da-f]{32}$/);
  expect(trace === TRACE).toBe(isTaken);
});
