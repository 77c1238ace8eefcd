import { command } from '../command.js';
import { oracleOption } from '../option/oracleOption.js';
import { type FlagsOf, flag } from '../option/row.js';
import { rpcSetting } from '../settings/configuration.js';

const HELP = `
Checks what Linesman depends on and a cluster may change: features, rents, the length of slots, the lifetime of a
blockhash, the clock, version-1 transactions, and recent priority fees on the oracle's accounts. It lists only features
that affect Linesman: active, pending (from the next epoch on) or absent.

It reports a problem if the clock is more than five minutes from this machine's (stakes close five minutes before a
match); if slots last more than a second on average (the cluster is halting, or has halted); if a blockhash lives for
less than ten seconds (too short for a transaction to land); or if the cluster accepts neither program format.

Examples:
  $ linesman check-chain --rpc mainnet-beta
  $ linesman check-chain --rpc https://rpc.example --json

Exit code: 0 no problem, 1 a problem, 2 if the node could not be asked.`;

const ROWS = {
  rpc: rpcSetting(),
  oracle: oracleOption(),
  json: flag('print JSON'),
};
export type CheckChainFlags = FlagsOf<typeof ROWS>;

export const checkChainCommand = command({
  about: 'Shows what Linesman depends on in a cluster, and what is wrong with it today.',
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => (await import('./runCheckChain.js')).runCheckChain(flags, terminal),
});
