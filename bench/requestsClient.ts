import { latencies } from './requests.js';

/** Sends requests from a separate process: `{edge, paths, connections}` → the ms of each answer, or `{failed}`. */
process.on(
  'message',
  async ({
    edge,
    paths,
    connections,
  }: {
    edge: Parameters<typeof latencies>[0];
    paths: string[];
    connections: number;
  }) => {
    try {
      process.send?.({ times: await latencies(edge, paths, connections) });
    } catch (error) {
      process.send?.({ failed: String(error) });
    }
  },
);
process.once('disconnect', () => process.exit(0));
