import { terminalText } from '../error/index.js';
import type { Log } from '../keeper/index.js';
import { jsonValue } from './jsonValue.js';
import type { Terminal } from './terminal.js';

export interface KeeperLogOptions {
  /** One JSON object a line. */
  readonly json: boolean;
  /** Debug lines too. */
  readonly verbose: boolean;
  /** Texts that must not be printed, wherever they come from. */
  readonly secrets: readonly string[];
  /** ms. */
  readonly now: () => number;
}

const HIDDEN = '[hidden]';

/** Lines on standard output, one an event. */
export function keeperLog(terminal: Terminal, { json, verbose, secrets, now }: KeeperLogOptions): Log {
  // As they are, and as they stand in JSON.
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

/** What of an address may be secret: an access key in its path, its query or before the host. */
export function secretsOf(address: string): string[] {
  const { username, password, pathname, search } = new URL(address);
  const path = pathname.length > 1 ? [pathname] : [];
  return [...(search.length > 1 ? [`${pathname}${search}`, search] : []), ...path, password, username];
}
