import { flag, option, parseAddress, rpcSetting } from 'linesman/cli';

/** Which chain a command uses, and which oracle on it. */
export const CHAIN_ROWS = {
  rpc: rpcSetting(),
  oracle: option('<address>', 'oracle program, if it is another deployment', parseAddress),
  json: flag('print JSON'),
};

/** Options of every command that can simulate its transactions. */
export const DRY_RUN_ROWS = { dryRun: flag('simulate, send nothing') };
