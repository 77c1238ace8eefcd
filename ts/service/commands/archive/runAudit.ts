import { EXIT, json, rows, type Terminal } from '@linesman/cli';
import { terminalText } from '@linesman/sdk/error';
import { stopSignals } from '@linesman/sdk/node';
import { type AuditedDay, type AuditedSlot, auditDay } from '../../roots/archive/auditDay.js';
import { dateOf, slotName } from '../../roots/archive/day.js';
import type { AuditFlags } from './audit.js';
import { chainRoots } from './chainRoots.js';
import { openStore } from './openStore.js';
import { dayProgressTo } from './progress.js';

/** Returns the exit code: 0 without faults, 1 with faults. `signal` replaces SIGINT in tests. */
export async function runAudit(flags: AuditFlags, terminal: Terminal, signal?: AbortSignal): Promise<number> {
  const { day } = flags;
  const chain = chainRoots(flags);
  const store = await openStore(flags.store, 'reading');
  const stop = stopSignals({ given: signal });
  try {
    const audited = await auditDay({
      store,
      chain,
      day,
      signal: stop.signal,
      onProgress: dayProgressTo(terminal, flags),
    });
    terminal.out(flags.json ? json({ ...audited, date: dateOf(day) }) : auditText(audited, terminal.colours?.out));
    return audited.ok ? EXIT.valid : EXIT.untrue;
  } finally {
    stop.end();
    await store.close();
  }
}

/** Faulty and pending slots, then the number of slots by verdict. */
function auditText({ day, ok, counts, records, slots }: AuditedDay, isColoured = false): string {
  const notable = slots.filter(({ verdict }) => verdict !== 'ok');
  const list = notable.map((slot) => [slotName(slot), detailOf(slot)] as const);
  const sums = Object.entries(counts).filter(([, count]) => count > 0);
  const summary =
    sums.length === 0
      ? 'the store and the chain have no data for it'
      : `${records} records; ${sums.map(([verdict, count]) => `${count} slots ${verdict}`).join(', ')}`;
  const end = ok ? '' : 'The audit found faults.\n';
  return `${list.length > 0 ? rows(list, isColoured) : ''}day ${day} (${dateOf(day)}): ${summary}\n${end}`;
}

function detailOf({ verdict, differing, roots, faults }: AuditedSlot): string {
  if (verdict !== 'differs' && faults.length === 0) return verdict;
  const each = Object.entries(roots).map(
    ([source, root]) => `${source} ${root === null ? 'none' : `${root.slice(0, 8)}…`}`,
  );
  const which = differing.length > 0 ? `: ${differing.join(' and ')}` : '';
  return terminalText(`${verdict}${which} (${each.join(', ')})${faults.map((fault) => `; ${fault}`).join('')}`);
}
