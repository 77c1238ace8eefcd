import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyReply } from 'fastify';
import { FastifySSEPlugin } from 'fastify-sse-v2';
import { edgeScene, LEAGUE_OF, START } from '../tests/helpers/service/edgeScene.js';
import { encodeScores, type ScoresRecord } from '../ts/records/record/scores/scoresRecord.js';
import { matchRecords } from '../ts/season/matchRecords.js';
import { eventFrame } from '../ts/service/edge/stream/frame.js';
import type { StreamEvent } from '../ts/service/edge/stream/streamEvent.js';
import { type Shares, startProfile } from './profile.js';
import { START as KICK_OFF } from './scoreRecords.js';

/**
 * Serves streams, ours, the baseline's or those of the floor, in a separate process, controlled by messages of its
 * parent:
 *
 * - `{open: 'ours' | 'peer' | 'bare'}` → `{port, path, headers}`;
 * - `{publish: n}` → `{published: n}`;
 * - `{usage: true}` → `{cpu (ms), rss}`;
 * - `{profile: true}` → `{profiled: true}`, `{profile: false}` → `{shares}`, those since then.
 */

/** Both send the score records of a match, each from a few hundred bytes to a few kilobytes. */
const records = (
  matchRecords({ seed: 'bench', sport: 'soccer', fixtureId: 1, startTime: KICK_OFF }).scores as readonly ScoresRecord[]
).map((record) => encodeScores(record, 'snapshot'));

interface Served {
  readonly port: number;
  readonly path: string;
  readonly headers: Record<string, string>;
  /** Publishes the event with this number, from 0. */
  publish(number: number): void;
  readers(): number;
}

async function ours(): Promise<Served> {
  const scene = await edgeScene({
    streams: { streamsPerWallet: 1_000_000 },
    requestsPerSecond: 1_000_000,
    limits: { connectionsPerAddress: 1_000_000 },
  });
  await scene.app.listen({ port: 0, host: '127.0.0.1' });
  const slot = START - (START % 300_000);
  return {
    port: (scene.app.server.address() as AddressInfo).port,
    path: '/api/scores/stream',
    headers: scene.headers,
    readers: () => scene.hub.size,
    publish: (number) => {
      const id = `${slot}:${number}`;
      const frame = eventFrame(id, records[number % records.length] ?? {});
      const frames = { described: frame, observed: frame };
      const of = { fixtureId: 1, leagueId: LEAGUE_OF[1] ?? 0, ts: START, acceptedAt: START };
      const event: StreamEvent = { kind: 'scores', id, ...of, frames };
      scene.hub.publish(event);
    },
  };
}

async function peer(): Promise<Served> {
  const app = Fastify();
  await app.register(FastifySSEPlugin);
  const replies = new Set<FastifyReply>();
  app.get('/stream', (request, reply) => {
    // Sends only the head of the stream.
    reply.sse({ comment: 'open' });
    replies.add(reply);
    request.raw.on('close', () => replies.delete(reply));
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    port: (app.server.address() as AddressInfo).port,
    path: '/stream',
    headers: {},
    readers: () => replies.size,
    publish: (number) => {
      const data = JSON.stringify(records[number % records.length]);
      for (const reply of replies) reply.sse({ id: String(number), data });
    },
  };
}

/** The floor: writes bytes that are ready to every response. */
async function bare(): Promise<Served> {
  const responses = new Set<ServerResponse>();
  const frames = records.map((record, i) => Buffer.from(eventFrame(`${START}:${i}`, record)));
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    responses.add(response);
    request.on('close', () => responses.delete(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    path: '/',
    headers: {},
    readers: () => responses.size,
    publish: (number) => {
      const frame = frames[number % frames.length];
      for (const response of responses) response.write(frame);
    },
  };
}

/** The servers that are compared. */
const SERVERS = { ours, peer, bare };
export type Server = keyof typeof SERVERS;

let stopProfile: (() => Promise<Shares>) | undefined;
let served: Served | undefined;
let next = 0;
process.on('message', async (message: { open?: Server; publish?: number; usage?: boolean; profile?: boolean }) => {
  if (message.open) {
    served = await SERVERS[message.open]();
    const { port, path, headers } = served;
    process.send?.({ port, path, headers });
  } else if (message.publish !== undefined) {
    for (let i = 0; i < message.publish; i++) served?.publish(next++);
    process.send?.({ published: next });
  } else if (message.profile) {
    stopProfile = await startProfile();
    process.send?.({ profiled: true });
  } else if (message.profile === false) {
    process.send?.({ shares: await stopProfile?.() });
  } else if (message.usage) {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpu: (user + system) / 1000, rss: process.memoryUsage().rss, readers: served?.readers() });
  }
});
process.once('disconnect', () => process.exit(0));
