import { get } from 'node:http';

export interface LongAnswersAsked {
  readonly port: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly path: string;
  readonly readers: number;
  readonly streams: number;
}
export interface LongAnswersRead {
  readonly bytes: number;
  readonly ms: number;
}

/** Opens the streams, then reads the path with all readers at once, and says how much came in which time. */
process.on('message', async ({ port, headers, path, readers, streams }: LongAnswersAsked) => {
  const open = Array.from({ length: streams }, () => {
    const request = get({ host: '127.0.0.1', port, path: '/api/scores/stream', headers }, (stream) => stream.resume());
    return request.on('error', () => {});
  });
  const read = (): Promise<number> =>
    new Promise((resolve, reject) => {
      get({ host: '127.0.0.1', port, path, headers }, (response) => {
        let bytes = 0;
        response.on('data', (piece: Buffer) => {
          bytes += piece.length;
        });
        response.on('error', reject);
        response.on('end', () => {
          if (response.statusCode === 200) resolve(bytes);
          else reject(new Error(`${path}: ${response.statusCode}`));
        });
      }).on('error', reject);
    });
  const from = performance.now();
  const all = await Promise.all(Array.from({ length: readers }, read));
  const ms = performance.now() - from;
  for (const request of open) request.destroy();
  process.send?.({ bytes: all.reduce((sum, one) => sum + one, 0), ms } satisfies LongAnswersRead);
});
