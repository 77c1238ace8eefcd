import { base64 } from '@scure/base';
import type { Command } from 'commander';
import { fetchRoots, LOCALNET_PROGRAM_IDS } from '../../program/index.js';
import { accountReader } from '../../rpc/index.js';
import { choice } from '../option/option.js';
import { addressOption, dayOf } from '../option/optionValue.js';
import { rpcSetting } from '../settings/configuration.js';
import { EXIT } from '../terminal/exitCode.js';
import { json } from '../terminal/print.js';
import type { Terminal } from '../terminal/terminal.js';

const HELP = `
The document is what --roots of "linesman verify" takes: address, owner and bytes of the account, whose owner and day
have been checked. A scores or odds account holds the 288 slots of a day, a fixtures account the 240 hours of ten days.

Examples:
  $ linesman roots --day 2026-07-09 > 20643.json
  $ linesman roots --day 20643 --kind odds --rpc devnet --oracle 9Xw…

Exit code: 0 printed, 2 anything else.`;

interface Flags {
  readonly day: string;
  readonly kind: string;
  readonly rpc: string;
  readonly oracle?: string;
}

const kindOf = choice('--kind', ['scores', 'odds', 'fixtures']);

export function addRoots(parent: Command, terminal: Terminal, finish: (code: number) => void): void {
  parent
    .command('roots')
    .summary('print the roots account of a day')
    .description('Reads the published roots of a day from the chain and prints them as JSON.')
    .requiredOption('--day <day>', 'the day in UTC: 2026-07-09, or its number of days since 1970')
    .option('--kind <kind>', 'scores, odds or fixtures', 'scores')
    .addOption(rpcSetting())
    .option('--oracle <address>', 'oracle program, if it is another deployment')
    .option('--json', 'no effect: the output is JSON')
    .addHelpText('after', HELP)
    .action(async ({ day, kind, rpc, oracle }: Flags) => {
      const program = oracle === undefined ? LOCALNET_PROGRAM_IDS.oracle : addressOption('--oracle', oracle);
      const question = { kind: kindOf(kind), epochDay: dayOf(day), oracle: program };
      const { address, epochDay, data } = await fetchRoots(accountReader(rpc), question);
      terminal.out(json({ epochDay, address, owner: program, data: base64.encode(data) }));
      finish(EXIT.valid);
    });
}
