import { LinesmanError } from '../../../ts/linesman/error/index.js';
import { ManualClock } from '../../../ts/service/clock/index.js';
import { Ingest, validateRecord } from '../../../ts/service/data/ingest/index.js';
import { Store } from '../../../ts/service/data/store/index.js';
import { Publisher, runBatches } from '../../../ts/service/roots/publish/index.js';
import { Sealer } from '../../../ts/service/roots/seal/index.js';
import { connectWake } from '../../../ts/service/wake/index.js';
import { edgeConfiguration } from './edgeConfiguration.js';
import { httpRootsChain } from './rootsServer.js';
import { startEdge } from './startEdge.js';

/**
 * One process of a scaled-out service, controlled by the test over a channel that carries the time and, for an
 * ingester, the records. It ends with the test, however that ends.
 */
export interface ScaleOptions {
  readonly role: 'edge' | 'ingest' | 'publish';
  readonly name: string;
  readonly store: string;
  readonly nats: string;
  /** URL of a `RootsServer`. */
  readonly chain: string;
  /** ms. */
  readonly now: number;
  /** Lease of publishers, ms. */
  readonly lease: number;
}

/** Messages from the test. */
export type ToScaleProcess =
  | { readonly now: number }
  | { readonly batch: number; readonly records: readonly Record<string, unknown>[] };

/** Messages to the test. */
export type FromScaleProcess =
  | { readonly ready: string }
  /** For each record its state or error number. */
  | { readonly batch: number; readonly results: readonly (string | number)[] };

const options = JSON.parse(process.argv[2] ?? '') as ScaleOptions;
const clock = new ManualClock(options.now);
const tell = (message: FromScaleProcess): void => void process.send?.(message);
let take: (records: readonly Record<string, unknown>[]) => Promise<(string | number)[]>;

process.on('disconnect', () => process.exit());
process.on('message', (message: ToScaleProcess) => {
  if ('now' in message) clock.set(message.now);
  else void take(message.records).then((results) => tell({ batch: message.batch, results }));
});
const { role, name, store: url, nats, chain, lease } = options;
if (role === 'edge') {
  const edge = await startEdge({ store: url, nats, port: 0 }, edgeConfiguration(clock));
  tell({ ready: edge.url });
} else if (role === 'ingest') {
  const store = await Store.open({ url });
  const wake = connectWake(nats);
  const ingest = new Ingest({ store, clock, validate: validateRecord, onAccepted: () => wake.recordsStored() });
  take = async (records) =>
    (await ingest.acceptAll(records)).map((result) =>
      result instanceof LinesmanError ? result.number : result.status,
    );
  tell({ ready: name });
} else {
  const store = await Store.open({ url });
  const publisher = new Publisher({ store, chain: httpRootsChain(chain, name), clock, lease, holder: name });
  // Runs until it is killed.
  void runBatches(
    { sealer: new Sealer({ store, clock }), publisher, clock, retry: 1_000 },
    new AbortController().signal,
  );
  tell({ ready: name });
}
