import { expect, test } from 'vitest';
import { createClient } from '../../ts/sdk/client/client.js';
import { REQUEST_ABORTED } from '../../ts/sdk/error/codes/api.js';
import { SERVICE_UNAVAILABLE } from '../../ts/sdk/error/codes/library.js';
import { isError } from '../../ts/sdk/error/linesmanError.js';

/**
 * An engine may collect the object that links a signal to a running answer. Aborted and stalled requests must end
 * anyway.
 */

/** A fetch that ignores its signal. Bodies of data endpoints never end. */
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

test('an aborted stream ends', async () => {
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
    for await (const _ of stream) throw new Error('unexpected record');
  })();
  await opened;
  stop.abort();
  await ended;
});

test('an aborted or stalled answer ends', async () => {
  const stop = new AbortController();
  const aborted = clientOf().fixtures.snapshot({ signal: stop.signal });
  setImmediate(() => stop.abort());
  expect(isError(await aborted.catch((error: unknown) => error), REQUEST_ABORTED)).toBe(true);
  const halted = await clientOf(20)
    .fixtures.snapshot()
    .catch((error: unknown) => error);
  expect(isError(halted, SERVICE_UNAVAILABLE) && halted.message).toContain('nothing within 20 ms');
});
