import type { Command } from 'commander';
import { installedCommands } from '../commands.js';
import { choice } from '../option/option.js';
import { EXIT } from '../terminal/exitCode.js';
import { json } from '../terminal/print.js';
import type { Terminal } from '../terminal/terminal.js';
import { completionScript } from './completionScript.js';
import { wordsOf } from './completionWords.js';

const HELP = `
SHELL is bash or zsh. Completes commands, subcommands, options and known option values of the installed packages. Print
the completions again after an update.

Examples:
  $ source <(linesman completions bash)
  $ linesman completions bash > ~/.local/share/bash-completion/completions/linesman
  $ linesman completions zsh > "\${fpath[1]}/_linesman"

Exit code: 0 printed, 2 anything else.`;

const SHELLS = ['bash', 'zsh'] as const;

export function addCompletions(parent: Command, terminal: Terminal, finish: (code: number) => void): void {
  parent
    .command('completions')
    .summary('print completions for a shell')
    .description('Prints the completions of commands and options for bash or zsh.')
    .argument('<shell>', SHELLS.join(' or '), choice('<shell>', SHELLS))
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async (shell: (typeof SHELLS)[number], flags: { json?: true }) => {
      const { commandLine } = await import('../run.js');
      const script = completionScript(shell, wordsOf(commandLine('', terminal, finish, await installedCommands())));
      terminal.out(flags.json ? json({ shell, script }) : script);
      finish(EXIT.valid);
    });
}
