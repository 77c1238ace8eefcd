import type { Command } from 'commander';
import { rpcSetting } from 'linesman/cli';

/** What every subcommand of `credits` takes. */
export const withChain = (command: Command): Command =>
  command
    .addOption(rpcSetting())
    .option('--oracle <address>', 'oracle program, if it is another deployment')
    .option('--json', 'print JSON');
