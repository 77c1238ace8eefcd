import type { Command } from 'commander';
import type { Terminal } from 'linesman/cli';
import { DEFAULT_STORE, rpcSetting } from 'linesman/cli';
import type { AuditFlags } from './runAudit.js';

const HELP = `
DAY is a day in UTC, such as 2026-07-09, or its number since 1970-01-01.

Rebuilds the root of every slot from the stored records, computes it from the stored leaves, and compares both with the
stored root and the root on chain. It only reads. A slot is:
  ok                     all four agree
  differs                one or more disagree with the others, and are named
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

export function addAudit(parent: Command, terminal: Terminal, finish: (code: number) => void): void {
  parent
    .command('audit')
    .summary('compare a day of the store with the chain')
    .description('Recomputes every root of a day from the store and compares it with the chain.')
    .argument('<day>', '2026-07-09, or the number of the day')
    .option('--store <place>', 'folder of the store, or URL of a PostgreSQL server', DEFAULT_STORE)
    .addOption(rpcSetting())
    .option('--oracle <program>', 'oracle program, if it is another deployment')
    .option('--progress', 'show progress even if standard error is not a terminal')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async (day: string, flags: AuditFlags) => {
      // Loaded on demand, so that other commands start faster.
      const { runAudit } = await import('./runAudit.js');
      finish(await runAudit(day, flags, terminal));
    });
}
