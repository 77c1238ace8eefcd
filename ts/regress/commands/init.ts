import type { Command } from 'commander';
import type { CommandAdder, Terminal } from 'linesman/cli';

export interface InitFlags {
  readonly json?: true;
}

const HELP = `
The project holds a dapp that settles a market, its test on a chain in the test's own process, a folder of recorded
proofs with their ledger, and a workflow for GitHub that runs both. After "npm install" nothing of it needs a network.

No file is overwritten: if one of them exists, nothing is written. The folder is created if it is missing.

Without an installation: npx -p linesman -p linesman-regress linesman init my-dapp

Examples:
  $ linesman init my-dapp
  $ linesman init another-dapp --json

Exit code: 0, or 2 if nothing was written.`;

export const addInit: CommandAdder = (parent: Command, terminal: Terminal, finish: (code: number) => void): void => {
  parent
    .command('init')
    .summary('write a small project that settles a market and replays proofs')
    .description('Writes a small project that works at once: a dapp, its test, recorded proofs and a CI workflow.')
    .argument('[folder]', 'folder of the project', '.')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async (folder: string, flags: InitFlags) => {
      const { runInit } = await import('./runInit.js');
      finish(await runInit(folder, flags, terminal));
    });
};
