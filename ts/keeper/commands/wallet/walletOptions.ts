import type { Command } from 'commander';
import { rpcSetting } from 'linesman/cli';

/** The options with which the chain and its deployment are named. */
export const withChain = (command: Command): Command =>
  command
    .addOption(rpcSetting())
    .option('--oracle <address>', 'oracle program, if it is another deployment')
    .option('--json', 'print JSON');
