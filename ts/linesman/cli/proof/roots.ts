import type { Command } from 'commander';
import { LOCALNET_PROGRAM_IDS } from '../../program/programId.js';
import { ROOTS_KINDS } from '../../proof/rootsAccount.js';
import { choice } from '../option/option.js';
import { addressOption, dayOf } from '../option/optionValue.js';
import { type Configured, rpcSetting, setting } from '../settings/configuration.js';
import { EXIT } from '../terminal/exitCode.js';
import { json } from '../terminal/print.js';
import type { Terminal } from '../terminal/terminal.js';

const HELP = `
The document is what --roots of "linesman verify" takes: address, owner and bytes of the account, whose owner and day
have been checked. A scores or odds account holds the 288 slots of a day, a fixtures account the 240 hours of ten days.

With --service typed in the command, it prints a table instead: every slot of the day with records, its state and root
as the service says, and whether the chain has the same root (same), another (other), none, or one that the service does
not know (unknown). A service in the environment or in linesman.json changes nothing.
States: running, pending (ended less than a minute ago; in a faster world as many minutes), late, published, missing
(the chain has lost it), alarm (the service has seen another root on chain).

Examples:
  $ linesman roots --day 2026-07-09 > 20643.json
  $ linesman roots --day 20643 --kind odds --rpc devnet --oracle 9Xw…
  $ linesman roots --day 2026-07-09 --service https://oracle.example

Exit code: 0 printed; with --service also 1 if the chain lacks a published root, or has one that the service has not; 2
anything else.`;

interface Flags extends Configured {
  readonly day: string;
  readonly kind: string;
  readonly rpc: string;
  readonly oracle?: string;
  readonly service?: string;
  readonly json?: true;
}

const kindOf = choice('--kind', ROOTS_KINDS);

export function addRoots(parent: Command, terminal: Terminal, finish: (code: number) => void): void {
  parent
    .command('roots')
    .summary('print the roots account of a day, or compare a service with it')
    .description('Reads the published roots of a day from the chain and prints them as JSON.')
    .requiredOption('--day <day>', 'the day in UTC: 2026-07-09, or its number of days since 1970')
    .option('--kind <kind>', 'scores, odds or fixtures', 'scores')
    .addOption(rpcSetting())
    .option('--oracle <address>', 'oracle program, if it is another deployment')
    .addOption(setting('service', 'compare the slots of this service with the chain'))
    .option('--json', 'with --service: print JSON; without, the output is JSON anyway')
    .addHelpText('after', HELP)
    .action(async ({ day, kind, rpc, oracle, service, json: asJson, from }: Flags) => {
      const program = oracle === undefined ? LOCALNET_PROGRAM_IDS.oracle : addressOption('--oracle', oracle);
      const question = { kind: kindOf(kind), epochDay: dayOf(day), oracle: program };
      // A setting for other commands must not change what scripts read.
      if (service !== undefined && from?.service === 'flag') {
        const { runRootsOfDay } = await import('./runRootsOfDay.js');
        return finish(await runRootsOfDay({ service, rpc, ...(asJson && { json: asJson }) }, question, terminal));
      }
      const { fetchRoots } = await import('../../program/index.js');
      const { accountReader } = await import('../../rpc/index.js');
      const { address, epochDay, data } = await fetchRoots(accountReader(rpc), question);
      terminal.out(json({ epochDay, address, owner: program, data: Buffer.from(data).toString('base64') }));
      finish(EXIT.valid);
    });
}
