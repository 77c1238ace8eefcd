import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askEarly, fetchEarly } from './early.js';

const ADDRESS = 'https://oracle.example/api/public/matches';

/** Requests on the network. The test answers each, or it ends with its signal. */
let sent: { readonly answer: (body: BodyInit, status?: number) => void }[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: RequestInit = {}) =>
      new Promise<Response>((resolve, reject) => {
        sent.push({ answer: (body, status = 200) => resolve(new Response(body, { status })) });
        const end = () => reject(signal?.reason);
        if (signal?.aborted) end();
        signal?.addEventListener('abort', end);
      }),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('an early answer goes to the first request for it, and the next one is sent', async () => {
  const early = askEarly(ADDRESS);
  const page = fetchEarly(ADDRESS);
  sent[0]?.answer('[1]');
  expect([await early, await (await page).json(), sent.length]).toEqual([[1], [1], 1]);
  void fetchEarly(ADDRESS);
  expect(sent).toHaveLength(2);
});

test('a request whose early one failed is sent itself', async () => {
  const early = askEarly(ADDRESS);
  const page = fetchEarly(ADDRESS);
  vi.advanceTimersByTime(15_000);
  await expect(early).rejects.toThrow('aborted');
  expect(sent).toHaveLength(2);
  sent[1]?.answer('[2]');
  expect(await (await page).json()).toEqual([2]);
});

test('without an answer the early request ends with the patience of the page, and with its signal', async () => {
  const unused = askEarly(`${ADDRESS}?unused`);
  const early = askEarly(ADDRESS);
  const leave = new AbortController();
  const page = fetchEarly(ADDRESS, { signal: leave.signal });
  leave.abort(new Error('left'));
  await expect(page).rejects.toThrow('left');
  await expect(early).rejects.toThrow('aborted');
  vi.advanceTimersByTime(15_000);
  await expect(unused).rejects.toThrow('aborted');
});

test('a whole answer leaves no timer', async () => {
  const early = askEarly(ADDRESS);
  sent[0]?.answer('[3]');
  await early;
  expect(vi.getTimerCount()).toBe(0);
});
