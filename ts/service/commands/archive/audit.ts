import { command, type FlagsOf, option, parseAddress, rpcSetting } from '@linesman/cli';
import { DAY_ROWS, PROGRESS_ROWS } from './archiveRows.js';

const HELP = `
DAY is a day in UTC, such as 2026-07-09, or its number since 1970-01-01.

Rebuilds the root of every slot from the stored records, computes it from the stored leaves, and compares both with the
stored root and the root on chain. It only reads. A slot is:
  ok                     all four agree
  differs                one or more disagree with the others, and are listed
  missing on chain       marked as published, but the chain has no root
  only on chain          the chain has a root, but the store has nothing
  records without batch  the slot was sealed without these records: they are in no tree
  batch without records
  not published yet, not sealed yet: still to come, not an error

Examples:
  $ linesman audit 2026-07-09
  $ linesman audit 20643 --store postgres://linesman@localhost/linesman --rpc https://rpc.example \\
      --oracle 7Yb… --json

Exit code: 0 no faults, 1 faults found, 2 the audit failed.`;

const ROWS = {
  ...DAY_ROWS,
  rpc: rpcSetting(),
  oracle: option('<program>', 'oracle program, if it is another deployment', parseAddress),
  ...PROGRESS_ROWS,
};
export type AuditFlags = FlagsOf<typeof ROWS>;

export const auditCommand = command({
  about: 'Recomputes every root of a day from the store and compares it with the chain.',
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => (await import('./runAudit.js')).runAudit(flags, terminal),
});
