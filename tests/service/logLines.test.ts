import { afterEach, expect, test } from 'vitest';
import { type EdgeScene, edgeScene } from '../helpers/service/edgeScene.js';
import { logFaults } from '../helpers/service/logFaults.js';

let scene: EdgeScene;
afterEach(() => scene?.app.close());

const ID = '4bf92f3577b34da6a3ce929d0e0e4736';

test('requests are logged with the trace id of their caller, or a new one', async () => {
  const lines: string[] = [];
  scene = await edgeScene({ log: { level: 'debug', to: { write: (line: string) => void lines.push(line) } } });
  const traceparent = `00-${ID}-00f067aa0ba902b7-01`;
  await scene.get('/api/scores/snapshot/1', { ...scene.headers, traceparent });
  scene.records.latestScores = () => Promise.reject(new Error('no database'));
  await scene.get('/api/scores/snapshot/1', { ...scene.headers, traceparent });
  await scene.get('/nowhere', { traceparent: `00-${ID.toUpperCase()}-0-1` });
  await scene.get('/nowhere');
  expect(lines.flatMap(logFaults)).toEqual([]);
  const said = lines.map((line) => JSON.parse(line));
  expect(said.map(({ event }) => event)).toEqual(['answered', 'failed', 'answered', 'answered', 'answered']);
  const traces = said.map(({ trace }) => trace);
  expect(traces.slice(0, 3)).toEqual([ID, ID, ID]);
  expect(new Set(traces).size).toBe(3);
});

const line = { time: '2026-01-01T00:00:00.000Z', level: 'info', event: 'x' };
const request = { ...line, event: 'answered', trace: ID, status: 200 };
test.each([
  { ...line, level: 'loud' },
  { ...line, time: 'today' },
  { ...line, error: 70_000 },
  { ...line, trace: 'x' },
  { ...line, event: '' },
  { ...request, trace: undefined },
  { ...request, trace: ID.toUpperCase() },
  { ...request, status: 2 },
  { ...line, number: 'x' },
  { error: { number: 1 } },
  {},
])('%j has not', (one) => {
  expect(logFaults(JSON.stringify(one))).not.toEqual([]);
});
