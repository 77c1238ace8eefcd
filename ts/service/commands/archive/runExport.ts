import type { Terminal } from 'linesman/cli';
import { dayOf, EXIT, json } from 'linesman/cli';
import { terminalText } from 'linesman/error';
import { stopSignals } from 'linesman/node';
import { exportDay } from '../../roots/archive/index.js';
import { openStore } from './openStore.js';
import { dayProgressTo } from './progress.js';

export interface ExportFlags {
  readonly store: string;
  readonly to: string;
  readonly progress?: true;
  readonly json?: true;
}

/** Returns the exit code. `signal` replaces SIGINT in tests. */
export async function runExport(
  dayText: string,
  flags: ExportFlags,
  terminal: Terminal,
  signal?: AbortSignal,
): Promise<number> {
  const day = dayOf(dayText);
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
