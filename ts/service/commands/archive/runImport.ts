import { EXIT, json, type Terminal } from '@linesman/cli';
import { stopSignals } from '@linesman/sdk/node';
import { importDay } from '../../roots/archive/importDay.js';
import { chainRoots } from './chainRoots.js';
import type { ImportFlags } from './import.js';
import { openStore } from './openStore.js';
import { dayProgressTo } from './progress.js';

/** Returns the exit code. `signal` replaces SIGINT in tests. */
export async function runImport(flags: ImportFlags, terminal: Terminal, signal?: AbortSignal): Promise<number> {
  const { path } = flags;
  const chain = flags.roots && chainRoots(flags);
  const store = await openStore(flags.store, 'filling');
  const stop = stopSignals({ given: signal });
  try {
    const { manifest, added, records, batches } = await importDay({
      store,
      path,
      ...(chain && { chain }),
      signal: stop.signal,
      onProgress: dayProgressTo(terminal, flags),
    });
    const { epochDay: day, date } = manifest;
    const onChain = flags.roots === true;
    if (flags.json) terminal.out(json({ day, date, records, added, batches, comparedWithChain: onChain }));
    else {
      const known = added === records ? '' : `, ${records - added} of them already stored`;
      const roots = onChain ? 'every root matches its records and the chain' : 'every root matches its records';
      terminal.out(`day ${day} (${date}): ${records} records in ${batches} batches${known}; ${roots}\n`);
    }
    return EXIT.valid;
  } finally {
    stop.end();
    await store.close();
  }
}
