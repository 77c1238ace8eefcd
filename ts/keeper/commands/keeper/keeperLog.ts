import type { Terminal } from '@linesman/cli';
import { jsonValue } from '@linesman/cli';
import { terminalText } from '@linesman/sdk/error';
import type { Log } from '../../log.js';

export interface KeeperLogOptions {
  /** One JSON object per line. */
  readonly json: boolean;
  /** Debug lines too. */
  readonly verbose: boolean;
  /** Texts that must not be printed, wherever they come from. */
  readonly secrets: readonly string[];
  /** ms. */
  readonly now: () => number;
}

const HIDDEN = '[hidden]';

/** Logs to standard output, one line per event. */
export function keeperLog(terminal: Terminal, { json, verbose, secrets, now }: KeeperLogOptions): Log {
  // Each secret verbatim, and as JSON escapes it.
  const hidden = secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]).filter((one) => one !== '');
  const hide = (line: string): string => hidden.reduce((text, secret) => text.replaceAll(secret, HIDDEN), line);
  return (level, event, fields = {}) => {
    if (level === 'debug' && !verbose) return;
    const time = new Date(now()).toISOString();
    const shown = Object.entries(fields).filter(([, value]) => value !== undefined);
    const line = json
      ? JSON.stringify(jsonValue({ time, level, event, ...Object.fromEntries(shown) }))
      : [time, level.padEnd(5), event, ...shown.map(([name, value]) => `${name}=${quoted(value)}`)].join(' ');
    terminal.out(`${terminalText(hide(line))}\n`);
  };
}

const quoted = (value: unknown): string => {
  const text = String(value);
  return /^[\w.:/+-]*$/.test(text) ? text : JSON.stringify(text);
};
