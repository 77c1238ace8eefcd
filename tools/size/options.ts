import { parseArgs } from 'node:util';
import { PAGE } from './page.js';

export const USAGE = `Usage: npm run size -- [option]

Prints the size of the repository: lines by folder, files, exported names, and what tests load.

  --json     as JSON
  --write    writes ${PAGE}
  --check    fails if a figure exceeds its ceiling, or if a ceiling was raised without a reason in CHANGELOG.md
  --help     this text
`;

const MODES = ['json', 'write', 'check', 'help'] as const;

/** What to do: print the tables, or one of the options. */
export type Mode = 'print' | (typeof MODES)[number];

/** Throws on arguments that it does not know. */
export function modeOf(args: readonly string[]): Mode {
  const flag = { type: 'boolean' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: { json: flag, write: flag, check: flag, help: flag } satisfies Record<(typeof MODES)[number], typeof flag>,
  });
  const [mode = 'print', ...others] = MODES.filter((name) => values[name]);
  if (others.length > 0) throw new Error(`--${mode} and --${others[0]} exclude each other`);
  return mode;
}
