import { command } from '../command.js';
import { installedCommands } from '../commands.js';
import { choice } from '../option/optionValue.js';
import { argument, flag } from '../option/row.js';
import { EXIT } from '../terminal/exitCode.js';
import { json } from '../terminal/print.js';
import { completionScript } from './completionScript.js';
import { wordsOf } from './completionWords.js';

const HELP = `
SHELL is bash or zsh. Completes commands, subcommands, options and known option values of the installed packages. Print
them again after you update a package.

Examples:
  $ source <(linesman completions bash)
  $ linesman completions bash > ~/.local/share/bash-completion/completions/linesman
  $ linesman completions zsh > "\${fpath[1]}/_linesman"

Exit code: 0 printed, 2 anything else.`;

export const completionsCommand = command({
  about: 'Prints the completions of commands and options for bash or zsh.',
  help: HELP,
  rows: { shell: argument('<shell>', 'bash or zsh', choice('bash', 'zsh')), json: flag('print JSON') },
  run: async ({ shell, json: asJson }, terminal) => {
    const { commandLine } = await import('../run.js');
    const script = completionScript(shell, wordsOf(commandLine('', terminal, () => {}, await installedCommands())));
    terminal.out(asJson ? json({ shell, script }) : script);
    return EXIT.valid;
  },
});
