import type { Command } from 'commander';
import type { Terminal } from 'linesman/cli';
import type { AccessFlags, AccessStep } from './runAccess.js';

const HELP = `
For the operator of a service: works on its database. Every edge notices within 5 seconds. It then refuses the ended
tokens and ends their streams. The wallet keeps what it has bought, but its time runs on.

  show    shows the wallet's periods, the number of its valid tokens, and whether it is blocked
  revoke  ends all tokens; the wallet may repeat its activations to get new ones
  block   ends all tokens and refuses activations until \`allow\`
  allow   accepts activations again

A wallet that has never activated anything here is reported as unknown; it can be blocked all the same.

A service on a folder has its database to itself: stop it first.

If the URL holds a password, other users of this machine can see it on the command line. Use LINESMAN_STORE instead of
--store, or put the password in PGPASSWORD or ~/.pgpass. It is never printed.

Examples:
  $ linesman access show 7Yb… --store postgres://linesman@db.example/linesman
  $ linesman access block 7Yb… --store postgres://linesman@db.example/linesman
  $ linesman access allow 7Yb… --store postgres://linesman@db.example/linesman --json

Exit code: 0 done; 2 anything else.`;

const STEPS = ['show', 'revoke', 'block', 'allow'] as const satisfies readonly AccessStep[];

export function addAccess(parent: Command, terminal: Terminal, finish: (code: number) => void): void {
  parent
    .command('access')
    .summary('end the API tokens of a wallet, block it, allow it')
    .description("Shows, ends and blocks a wallet's access to a service.")
    .argument('<step>', STEPS.join(', '))
    .argument('<wallet>', 'address of the wallet')
    .option('--store <url|folder>', 'database of the service (default: LINESMAN_STORE)')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async (step: string, wallet: string, flags: AccessFlags) => {
      // Loaded on demand, so that other commands start faster.
      const { runAccess } = await import('./runAccess.js');
      const { choice } = await import('linesman/cli');
      finish(await runAccess(choice('<step>', STEPS)(step), wallet, flags, terminal));
    });
}
