import { base64 } from '@scure/base';

const INVOKE = /^Program ([1-9A-HJ-NP-Za-km-z]{32,44}) invoke \[(\d+)\]$/;
const END = /^Program ([1-9A-HJ-NP-Za-km-z]{32,44}) (?:success$|failed: )/;
const DATA = 'Program data: ';

/**
 * The `Program data:` entries that one top-level call of a program logged, in order.
 *
 * Entries of programs that it calls, or of other programs in the transaction, do not count, because any program can log
 * the same bytes, but only the runtime logs which program runs. Reading stops where the runtime dropped lines, since
 * the author of a later line is then unknown.
 *
 * @param nth Which top-level call of the program, from 0.
 *
 * @example
 * ```ts
 * import { decodeSubscribed, loggedData, LOCALNET_PROGRAM_IDS } from '@linesman/sdk/program';
 *
 * declare const logs: readonly string[];
 * const [event] = loggedData(logs, LOCALNET_PROGRAM_IDS.oracle, 0);
 * const subscribed = event && decodeSubscribed(event); // the program's own event, not a forged one
 * ```
 */
export function loggedData(logs: readonly string[], program: string, nth: number): Uint8Array[] {
  const running: string[] = [];
  const found: Uint8Array[] = [];
  let calls = -1;
  for (const line of logs) {
    // The runtime drops the lines that exceed its limit but still logs shorter ones after them.
    if (line === 'Log truncated') break;
    const [, invoked, depth] = INVOKE.exec(line) ?? [];
    const [, ended] = END.exec(line) ?? [];
    if (invoked !== undefined) {
      running.push(invoked);
      if (Number(depth) !== running.length) break;
      if (running.length === 1 && invoked === program) calls++;
    } else if (ended !== undefined) {
      if (running.pop() !== ended) break;
    } else if (line.startsWith(DATA) && running.length === 1 && running[0] === program && calls === nth) {
      const data = bytesOf(line.slice(DATA.length));
      if (data) found.push(data);
    }
  }
  return found;
}

/** `null` when a line holds several pieces: our programs log one per line. */
function bytesOf(text: string): Uint8Array | null {
  try {
    return base64.decode(text);
  } catch {
    return null;
  }
}
