import type { Command } from 'commander';
import { collect, neededSetting, rpcSetting, setting, transactionVersionOption } from 'linesman/cli';

// Options that several subcommands share.

export const withChain = (command: Command): Command =>
  command
    .addOption(rpcSetting())
    .option('--oracle <address>', 'oracle program, if it is another deployment')
    .option('--settlement <address>', 'settlement program, if it is another deployment')
    .option('--json', 'print JSON');

export const withService = (command: Command): Command =>
  command
    .addOption(setting('service', 'address of a service that knows the fixture'))
    .addOption(setting('apiTokenFile', 'file with the API token of the service'));

export const withWallet = (command: Command): Command =>
  command
    .addOption(neededSetting('keypair', 'key pair of the wallet, readable by you only'))
    .addOption(transactionVersionOption())
    .option('--dry-run', 'simulate, send nothing');

export const withTrust = (command: Command): Command =>
  command
    .option('--trust-mint <address>', 'also trust this mint as money; may be given more than once', collect)
    .option('--accept <numbers>', 'refusals to accept, comma-separated: 7017 to 7020, 7035, 7160, 7161');

/** The options of a subcommand, then its help. */
export function subcommand(
  market: Command,
  name: string,
  description: string,
  help: string,
  shared: readonly ((command: Command) => Command)[],
): Command {
  const command = market.command(name).description(description).addHelpText('after', help);
  for (const add of shared) add(command);
  return command;
}
