import { FINDINGS } from '../../ts/keeper/watch/findings.js';
import { table } from './table.js';

const SEVERITIES = { error: 'money may be in danger', warn: 'look at it', info: 'to know' } as const;

/** The generated part of docs/runbook-money.md: everything that `linesman watch` finds, and which section it is in. */
export const runbookParts = (): Readonly<Record<string, string>> => ({
  findings: table(
    ['kind', '', 'what', 'section'],
    Object.entries(FINDINGS).map(([kind, { severity, what, anchor }]) => [
      `\`${kind}\``,
      SEVERITIES[severity],
      what,
      `[${anchor.replaceAll('-', ' ')}](#${anchor})`,
    ]),
  ),
});
