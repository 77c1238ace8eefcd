import { flag, oracleOption, rpcSetting } from '@linesman/cli';

/** Options that choose the chain and the oracle on it. */
export const CHAIN_ROWS = {
  rpc: rpcSetting(),
  oracle: oracleOption(),
  json: flag('print JSON'),
};

/** Options of every command that can simulate its transactions. */
export const DRY_RUN_ROWS = { dryRun: flag('simulate, send nothing') };
