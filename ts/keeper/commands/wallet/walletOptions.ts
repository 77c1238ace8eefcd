import type { Command } from 'commander';
import { rpcSetting } from 'linesman/cli';

/** Options that name the chain and the deployment on it. */
export const withChain = (command: Command): Command =>
  command
    .addOption(rpcSetting())
    .option('--oracle <address>', 'oracle program, if it is another deployment')
    .option('--json', 'print JSON');
