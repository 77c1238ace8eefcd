import { afterEach, expect, test } from 'vitest';
import { type HttpSessionOptions, httpProofSource } from '../../ts/sdk/prove/httpProofSource.js';
import { TestTimers } from '../helpers/keeper/testTimers.js';
import { ScriptedService } from '../helpers/service/scriptedService.js';

let service: ScriptedService;
afterEach(() => service.close());

interface Answer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly text?: string;
}

async function sourceOf({ status = 200, headers = {}, text = '' }: Answer, more: Partial<HttpSessionOptions> = {}) {
  service = await ScriptedService.listen((request, response) => {
    if (request.url === '/auth/guest/start') response.end('{"token":"jwt"}');
    else response.writeHead(status, headers).end(text);
  });
  return httpProofSource({ baseUrl: service.url, timers: new TestTimers(), ...more });
}
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'answered',
    ({ number, context }) => [number, context.reason],
  );

const problem = (code: number, headers = {}) => ({
  headers: { 'content-type': 'application/problem+json', ...headers },
  text: JSON.stringify({ code, detail: 'why' }),
});

test.each<[string, Answer, [number, string?]]>([
  ['404', { status: 404, text: 'Not found: no such sequence' }, [7025, 'NotFound']],
  ['404 that says so', { status: 404, text: 'Not published yet' }, [7025, 'NotPublished']],
  ['404 with Retry-After', { status: 404, headers: { 'retry-after': '20' } }, [7025, 'NotPublished']],
  ['404 as problem details', { status: 404, ...problem(7064) }, [7025, 'NotFound']],
  ['a stat that its source does not state', { status: 404, ...problem(7413) }, [7025, 'NotStated']],
  ['the same, not published', { status: 404, ...problem(7065, { 'retry-after': '20' }) }, [7025, 'NotPublished']],
  ['401 twice', { status: 401 }, [7027]],
  ['403', { status: 403, ...problem(7061) }, [7027]],
  ['400 with a number that is not for it', { status: 400, ...problem(7026) }, [7027]],
  ['408 to the end', { status: 408, text: 'Request Timeout' }, [7026]],
  ['429 to the end', { status: 429 }, [7026]],
  ['503 to the end', { status: 503, ...problem(7068) }, [7026]],
  ['no JSON', { text: '<html>' }, [7000]],
  ['nothing', { text: '' }, [7000]],
])('%s', async (_, answer, expected) => {
  const source = await sourceOf(answer);
  const [number, reason] = expected;
  expect(await failureOf(source.latest(1, 'soccer'))).toEqual([number, reason]);
});

test('an aborted request has no answer', async () => {
  const abort = new AbortController();
  const source = await sourceOf({ text: '[]' }, { signal: abort.signal });
  abort.abort();
  expect(await failureOf(source.latest(1, 'soccer'))).toEqual([7026, undefined]);
  expect(service.requests).toEqual([]);
});

test('without an API token the session token is sent', async () => {
  const source = await sourceOf({ text: '[{"Seq":1,"Ts":2,"Stats":{},"StatusId":"never heard of"}]' });
  expect(await source.latest(1, 'soccer')).toEqual([{ seq: 1, ts: 2, status: null, stats: new Map() }]);
  const { headers } = service.requests.at(-1) ?? {};
  expect(headers).toMatchObject({ authorization: 'Bearer jwt' });
  expect(headers).not.toHaveProperty('x-api-token');
});
