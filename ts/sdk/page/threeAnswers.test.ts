import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AccountNode } from '../../../tests/helpers/accountNode.js';
import { scoresRootsAddress } from '../program/address/oracle.js';
import { LOCALNET_PROGRAM_IDS } from '../program/programId.js';
import { checkOnPage, type PageAnswer, unchecked } from './checkOnPage.js';
import { fetchedProof } from './fetchedProof.js';

/** False, unknown and not yet are three answers. Only a proof that fails a check is broken. */

const example = (file: string) => readFileSync(new URL(`../../../examples/${file}`, import.meta.url), 'utf8');
const PROOF = example('proofs/final-win.json');
const ROOTS = Buffer.from((JSON.parse(example('roots/scores.json')) as { data: string }).data, 'base64');
const { oracle } = LOCALNET_PROGRAM_IDS;
const PLACE = scoresRootsAddress(20_833, oracle).address;

let node: AccountNode;
beforeEach(async () => {
  node = await AccountNode.start();
  node.accounts.set(PLACE, { owner: oracle, data: ROOTS });
});
afterEach(async () => {
  vi.useRealTimers();
  await node.stop();
});

/** What the element makes of the response of a server. */
async function shown(answer: () => Promise<Response>, where?: string): Promise<PageAnswer> {
  const text = await fetchedProof('proof?statKeys=1,2', 'https://page.example/a/', answer);
  if (typeof text !== 'string') return unchecked(text);
  return checkOnPage({ proof: text, rpc: node.url, oracle, sport: 'soccer', ...(where !== undefined && { where }) });
}
const responds = (body: string | null, init?: ResponseInit) => () => Promise.resolve(new Response(body, init));

/** Statuses with which a fetch can end; those below 200 and redirects never arrive. */
const STATUSES = Array.from({ length: 400 }, (_, i) => 200 + i).filter((status) => status < 300 || status >= 400);

test('every status: only a success is read, and nothing else is broken', async () => {
  for (const status of STATUSES) {
    const isEmpty = status === 204 || status === 205;
    const { kind, error } = await shown(responds(isEmpty ? null : PROOF, { status }));
    const isRead = status < 300 && !isEmpty;
    expect([status, kind], `${status}`).toEqual([status, isRead ? 'proven' : 'unknown']);
    if (status >= 400) expect(error?.message, `${status}`).toMatch(new RegExp(`^/a/proof answers ${status}`));
  }
});

test.each<[string, () => Promise<Response>, PageAnswer['kind'], RegExp]>([
  ['not published yet', responds('soon', { status: 404, headers: { 'retry-after': '60' } }), 'pending', /answers 404/],
  [
    'a refusal with its number',
    responds('{"code":7051,"detail":"busy"}', { status: 503, headers: { 'content-type': 'application/problem+json' } }),
    'unknown',
    /answers 503: busy/,
  ],
  ['too many requests', responds('slower', { status: 429 }), 'unknown', /answers 429: slower/],
  [
    'a page of a gateway',
    responds('<h1>Bad</h1>', { status: 502, headers: { 'content-type': 'text/html' } }),
    'unknown',
    /^\/a\/proof answers 502\.?$/,
  ],
  ['a page in a success', responds('<!doctype html><title>x</title>'), 'unknown', /JSON/],
  ['nothing in a success', responds(''), 'unknown', /./],
  ['half of a proof', responds(PROOF.slice(0, PROOF.length / 2)), 'unknown', /./],
  ['another document', responds('{"hello": 1}'), 'unknown', /./],
  ['a refusal in a success', responds('{"error":{"code":-32005,"message":"behind"}}'), 'unknown', /./],
  ['a proof with a short hash', responds(PROOF.replace(/\[\d+,/, '[')), 'unknown', /./],
  [
    'no connection',
    () => Promise.reject(new TypeError('Failed to fetch')),
    'unknown',
    /did not answer.*Failed to fetch/,
  ],
  ['no address', () => Promise.reject(new TypeError('x')), 'unknown', /did not answer/],
])('%s', async (_, answer, kind, why) => {
  const found = await shown(answer);
  expect(found).toMatchObject({ kind, inspection: null });
  expect(found.error?.message).toMatch(why);
});

test('silence ends, with why', async () => {
  vi.useFakeTimers();
  const silent = shown(() => new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await silent).toMatchObject({ kind: 'unknown', error: { message: expect.stringContaining('within 10 s') } });
});

test('a proof that fails a check is broken, with the chain and without it', async () => {
  const changed = PROOF.replace(/("[Vv]alue":\s*)\d+/, '$17');
  expect(changed).not.toBe(PROOF);
  expect((await shown(responds(changed))).kind).toBe('broken');
  await node.stop();
  expect((await shown(responds(changed))).kind).toBe('broken');
  expect((await shown(responds(PROOF))).kind).toBe('unknown');
});

test('without a root there is nothing to fail: not yet', async () => {
  const empty = new Uint8Array(ROOTS);
  empty.fill(0, 10, empty.length - 6);
  node.accounts.set(PLACE, { owner: oracle, data: empty });
  expect(await shown(responds(PROOF))).toMatchObject({ kind: 'pending', error: { number: 6007 } });
  node.accounts.delete(PLACE);
  expect((await shown(responds(PROOF))).kind).toBe('pending');
});

test('an account that somebody else owns says nothing', async () => {
  node.accounts.set(PLACE, { owner: LOCALNET_PROGRAM_IDS.settlement, data: ROOTS });
  expect((await shown(responds(PROOF))).kind).toBe('unknown');
});

test('a condition is untrue, or true', async () => {
  expect((await shown(responds(PROOF), 'k1 - k2 > 0')).kind).toBe('proven');
  expect((await shown(responds(PROOF), 'k2 - k1 > 0')).kind).toBe('untrue');
});
