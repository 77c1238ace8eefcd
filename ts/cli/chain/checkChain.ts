import { command } from '../command.js';
import { oracleOption } from '../option/oracleOption.js';
import { type FlagsOf, flag } from '../option/row.js';
import { rpcSetting } from '../settings/configuration.js';

const HELP = `
Asks the node for what Linesman depends on and a cluster may change: its features, rents, the length of slots, the life
of a blockhash, the clock, transactions of version 1, and the priority fees of the last blocks on the accounts of the
oracle. Features are those that touch Linesman: active, pending (from the next epoch on) or absent.

A problem is: a clock more than five minutes from this machine's (stakes close five minutes before a match); slots of
more than a second on average (the cluster is halting, or was); a blockhash that lives for less than ten seconds (too
short for a transaction to land); or a cluster that deploys neither format of the programs.

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
  about: 'Shows what a cluster does today that Linesman depends on, and what hurts.',
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => (await import('./runCheckChain.js')).runCheckChain(flags, terminal),
});
