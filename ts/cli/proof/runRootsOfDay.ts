import { ACCOUNT_NOT_FOUND, isError } from '@linesman/sdk/error';
import { createClient } from '@linesman/sdk/internal/client/client';
import { type ComparedRoot, compareRoots } from '@linesman/sdk/internal/client/compareRoots';
import type { RootsSlot } from '@linesman/sdk/internal/client/roots';
import { bytesToHex } from '@linesman/sdk/internal/format/hex';
import { fetchRoots, type RootsQuestion } from '@linesman/sdk/internal/program/account/fetchRoots';
import { firstDayOf } from '@linesman/sdk/internal/program/address/oracle';
import { type PublishedSlots, publishedSlots } from '@linesman/sdk/internal/proof/rootsAccount';
import { findLateRoots, type LateRoots } from '@linesman/sdk/internal/prove/findLateRoots';
import { accountReader } from '@linesman/sdk/internal/rpc/accountReader';
import { fetchNode } from '@linesman/sdk/internal/rpc/fetchNode';
import { EXIT } from '../terminal/exitCode.js';
import { json } from '../terminal/print.js';
import { whileWaiting } from '../terminal/progress.js';
import { columns } from '../terminal/table.js';
import type { Terminal } from '../terminal/terminal.js';
import { lateRootsJson, lateRootsLines } from './lateRootsText.js';

export interface RootsOfDayFlags {
  readonly service: string;
  readonly rpc: string;
  readonly json?: true;
}

/**
 * Prints the slots of a day, according to the service and to the chain. Returns the exit code: EXIT.untrue when the
 * chain lacks a root that was published, contradicts one, or has one that the service does not know.
 */
export async function runRootsOfDay(
  flags: RootsOfDayFlags,
  question: RootsQuestion,
  terminal: Terminal,
): Promise<number> {
  const { kind, epochDay } = question;
  const { roots } = createClient({ baseUrl: flags.service });
  const [slots, late] = await whileWaiting(terminal, 'the slots', async () => {
    // The service is asked first, so that a root published in between counts as pending, not as missing.
    const said = await roots.ofDay(epochDay, { kind });
    const onChain = await rootsOnChain(flags.rpc, question);
    let compared = compareRoots(kind, said, onChain);
    if (compared.some((root) => root.onChain === 'unknown'))
      compared = compareRoots(kind, said, onChain, await roots.ofDay(epochDay, { kind }));
    const shown = compared.filter(({ slot, published }) => slot || published);
    return [shown, await lateRootsOf(flags.rpc, question)] as const;
  });
  const code = slots.some(isWrong) ? EXIT.untrue : EXIT.valid;
  if (flags.json) terminal.out(json({ kind, epochDay, ...lateRootsJson(late), slots: slots.map(slotJson) }));
  else if (slots.length === 0) terminal.err(`no ${kind} on that day\n`);
  else {
    const lines = late ? lateRootsLines(late).map((line) => `${line}\n`) : [];
    terminal.out(columns([HEAD, ...slots.map(cellsOf)], [0, 4, 5]) + lines.join(''));
  }
  return code;
}

/** The late roots of the account. */
async function lateRootsOf(rpc: string, { kind, epochDay, oracle }: RootsQuestion): Promise<LateRoots | null> {
  const period = firstDayOf(kind, epochDay);
  const late = await findLateRoots({ node: fetchNode(rpc), oracle, since: 86_400 * period });
  return late && { ...late, roots: late.roots.filter((root) => root.kind === kind && root.period === period) };
}

/** The roots of the account; `null` while nothing of that day is published. */
async function rootsOnChain(rpc: string, question: RootsQuestion): Promise<PublishedSlots | null> {
  try {
    return publishedSlots((await fetchRoots(accountReader(rpc), question)).data);
  } catch (error) {
    if (isError(error, ACCOUNT_NOT_FOUND)) return null;
    throw error;
  }
}

/** States of a root that was on chain, or should be. */
const PUBLISHED: ReadonlySet<RootsSlot['state'] | undefined> = new Set(['published', 'missing', 'alarm']);

const isWrong = ({ slot, onChain }: ComparedRoot): boolean =>
  onChain === 'other' || onChain === 'unknown' || (onChain === 'none' && PUBLISHED.has(slot?.state));

const slotJson = ({ from, slot, published, onChain }: ComparedRoot): object => ({
  from,
  index: slot?.index ?? null,
  state: slot?.state ?? null,
  onChain,
  fixtures: slot?.fixtures ?? 0,
  updates: slot?.updates ?? 0,
  root: slot?.root ? bytesToHex(slot.root) : null,
  rootOnChain: published && bytesToHex(published),
  publishedAt: slot?.publishedAt ?? null,
});

const HEAD = ['slot', 'UTC', 'service', 'chain', 'matches', 'records', 'root'];

function cellsOf({ from, slot, published, onChain }: ComparedRoot): string[] {
  const root = slot?.root ?? published;
  return [
    slot ? String(slot.index) : '',
    new Date(from).toISOString().slice(11, 16),
    slot?.state ?? 'no records',
    onChain,
    String(slot?.fixtures ?? 0),
    String(slot?.updates ?? 0),
    root ? bytesToHex(root) : '',
  ];
}
