import { EXIT, json, type Terminal } from '@linesman/cli';
import { terminalText } from '@linesman/sdk/error';
import { stopSignals } from '@linesman/sdk/node';
import { exportDay } from '../../roots/archive/exportDay.js';
import type { ExportFlags } from './export.js';
import { openStore } from './openStore.js';
import { dayProgressTo } from './progress.js';

/** Returns the exit code. `signal` replaces SIGINT in tests. */
export async function runExport(flags: ExportFlags, terminal: Terminal, signal?: AbortSignal): Promise<number> {
  const { day } = flags;
  const store = await openStore(flags.store, 'reading');
  const stop = stopSignals({ given: signal });
  try {
    const { path, manifest } = await exportDay({
      store,
      day,
      folder: flags.to,
      signal: stop.signal,
      onProgress: dayProgressTo(terminal, flags),
    });
    const { records, batches } = totalsOf(manifest);
    const { date, files } = manifest;
    if (flags.json) terminal.out(json({ day, date, path, records, batches, files }));
    else terminal.out(`day ${day} (${date}): ${records} records in ${batches} batches → ${terminalText(path)}\n`);
    return EXIT.valid;
  } finally {
    stop.end();
    await store.close();
  }
}

function totalsOf({ counts }: Awaited<ReturnType<typeof exportDay>>['manifest']) {
  const all = Object.values(counts);
  return {
    records: all.reduce((sum, { records }) => sum + records, 0),
    batches: all.reduce((sum, { batches }) => sum + batches, 0),
  };
}
