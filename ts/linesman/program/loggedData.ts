import { base64 } from '@scure/base';

const INVOKE = /^Program ([1-9A-HJ-NP-Za-km-z]{32,44}) invoke \[(\d+)\]$/;
const END = /^Program ([1-9A-HJ-NP-Za-km-z]{32,44}) (?:success$|failed: )/;
const DATA = 'Program data: ';

/**
 * The data that the `nth` (from 0) top-level call of a program logged itself, in its order. What the programs that it called logged does not
 * count, nor what other programs log: anybody can log the same bytes, but not the runtime's lines about who runs. Reading ends where lines
 * may be missing, because nobody knows who wrote what comes then.
 */
export function loggedData(logs: readonly string[], program: string, nth: number): Uint8Array[] {
  const running: string[] = [];
  const found: Uint8Array[] = [];
  let calls = -1;
  for (const line of logs) {
    // The runtime leaves out what is too long for its limit, and goes on with what is shorter.
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

/** `null` for several pieces in one line: none of our programs logs them so. */
function bytesOf(text: string): Uint8Array | null {
  try {
    return base64.decode(text);
  } catch {
    return null;
  }
}
