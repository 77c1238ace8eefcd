import type { ChildProcess } from 'node:child_process';
import { Agent, get } from 'node:http';
import { ask } from './forked.js';
import type { Edge } from './world.js';

/**
 * Requests all paths over this many kept-alive connections and returns the ms of each answer. Throws on any status but
 * 200.
 */
export async function latencies(edge: Edge, paths: readonly string[], connections: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  let next = 0;
  const ask = (path: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const from = performance.now();
      get({ host: '127.0.0.1', port: edge.port, path, agent, headers: edge.headers }, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          text += part;
        });
        response.on('end', () => {
          times.push(performance.now() - from);
          if (response.statusCode === 200) resolve();
          else reject(new Error(`${path}: ${response.statusCode} ${text.slice(0, 200)}`));
        });
      }).on('error', reject);
    });
  const worker = async (): Promise<void> => {
    while (next < paths.length) await ask(paths[next++] as string);
  };
  try {
    await Promise.all(Array.from({ length: connections }, worker));
  } finally {
    agent.destroy();
  }
  return times;
}

/** The same by a process that runs `requestsClient.ts`. */
export async function latenciesBy(
  client: ChildProcess,
  { port, headers }: Pick<Edge, 'port' | 'headers'>,
  paths: readonly string[],
  connections: number,
): Promise<number[]> {
  const question = { edge: { port, headers }, paths, connections };
  const { times, failed } = await ask<{ times: number[]; failed?: string }>(client, question);
  if (failed) throw new Error(failed);
  return times;
}
