import { expect, test } from 'vitest';
import { createClient } from '../../ts/linesman/client/index.js';
import { isError, REQUEST_ABORTED, SERVICE_UNAVAILABLE } from '../../ts/linesman/error/index.js';

/**
 * An engine may lose the link between a signal and an answer that has begun: what joins the two is collected. What is
 * aborted ends all the same, and so does an answer that comes to a halt.
 */

/** A fetch that forgets its signal; bodies of data endpoints never end. */
const forgetful = async (input: string | URL | Request): Promise<Response> => {
  const path = new URL(String(input)).pathname;
  if (path === '/auth/guest/start') return Response.json({ token: 'eyJh.eyJi.c2ln' });
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(path.endsWith('/stream') ? ':\n\n' : '[')),
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
};

const clientOf = (timeout?: number) =>
  createClient({
    baseUrl: 'http://127.0.0.1:1',
    apiToken: 'lsm_token',
    attempts: 1,
    fetch: forgetful,
    ...(timeout !== undefined && { timeout }),
  });

test('a stream that is aborted ends', async () => {
  const stop = new AbortController();
  let isOpen = (): void => {};
  const opened = new Promise<void>((resolve) => {
    isOpen = resolve;
  });
  const ended = (async () => {
    const stream = clientOf().scores.stream({
      signal: stop.signal,
      onNotice: ({ kind }) => kind === 'open' && isOpen(),
    });
    for await (const _ of stream) throw new Error('there is no record');
  })();
  await opened;
  stop.abort();
  await ended;
});

test('an answer that is aborted, or comes to a halt, ends', async () => {
  const stop = new AbortController();
  const aborted = clientOf().fixtures.snapshot({ signal: stop.signal });
  setImmediate(() => stop.abort());
  expect(isError(await aborted.catch((error: unknown) => error), REQUEST_ABORTED)).toBe(true);
  const halted = await clientOf(20)
    .fixtures.snapshot()
    .catch((error: unknown) => error);
  expect(isError(halted, SERVICE_UNAVAILABLE) && halted.message).toContain('nothing within 20 ms');
});
