import type { CommandWords, OptionValue, Word } from './completionWords.js';

/** The shell script that completes these words. */
export const completionScript = (shell: 'bash' | 'zsh', all: readonly CommandWords[]): string =>
  ({ bash: bashScript, zsh: zshScript })[shell](all);

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const list = (words: readonly Word[]): string => words.map(({ word }) => word).join(' ');

/** `case` patterns for every command: the words called so far, then the next one. */
const calls = (all: readonly CommandWords[]): string =>
  all
    .filter(({ called }) => called !== '')
    .map(({ called }) => quoted(called.includes(' ') ? called : ` ${called}`))
    .join('|');

/** `case` patterns for the values of options, by command and option. */
function byValue(all: readonly CommandWords[]): Map<string, { readonly value: OptionValue; readonly cases: string[] }> {
  const found = new Map<string, { readonly value: OptionValue; readonly cases: string[] }>();
  for (const { called, options } of all)
    for (const { word, value } of options) {
      if (value === null) continue;
      const entry = found.get(String(value)) ?? { value, cases: [] };
      entry.cases.push(quoted(`${called} ${word}`));
      found.set(String(value), entry);
    }
  return found;
}

// In both shells: find the command, then complete the value of the preceding option or a word of the command.

function bashScript(all: readonly CommandWords[]): string {
  const values = [...byValue(all).values()].map(({ value, cases }) => {
    // Without an answer bash completes file names, because most other arguments are files.
    const reply = typeof value === 'string' ? '' : `COMPREPLY=($(compgen -W ${quoted(value.join(' '))} -- "$word")); `;
    return `    ${cases.join('|')}) ${reply}return ;;`;
  });
  const commands = all.map(({ called, commands, options, values: first }) => {
    const words = `${list(commands)} ${first.join(' ')}`.trim();
    return `    ${quoted(called)}) words=${quoted(words)} options=${quoted(list(options))} ;;`;
  });
  return `# Completions for bash: source <(linesman completions bash)
_linesman() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD - 1]}"
  local called='' words='' options='' i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$called \${COMP_WORDS[i]}" in
      ${calls(all)}) called="\${called:+$called }\${COMP_WORDS[i]}" ;;
    esac
  done
  case "$called $before" in
${values.join('\n')}
  esac
  case "$called" in
${commands.join('\n')}
  esac
  case "$word" in
    -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
    *) COMPREPLY=($(compgen -W "$words" -- "$word")) ;;
  esac
}
complete -o default -F _linesman linesman
`;
}

/** \`word:what it is\`, as _describe takes it. */
const described = ({ word, about }: Word): string => quoted(`${word}:${about.replaceAll(':', '\\:')}`);

function zshScript(all: readonly CommandWords[]): string {
  const values = [...byValue(all).values()].map(({ value, cases }) => {
    const reply =
      typeof value === 'string'
        ? { file: '_files', folder: '_files -/', free: "_message 'value'" }[value]
        : `compadd -- ${value.map(quoted).join(' ')}`;
    return `    (${cases.join('|')}) ${reply}; return ;;`;
  });
  const commands = all.map(({ called, commands, options, values: first }) => {
    const words = [...commands.map(described), ...first.map(quoted)];
    return `    (${quoted(called)})
      found=(${words.join(' ')})
      options=(${options.map(described).join(' ')})
      ;;`;
  });
  return `#compdef linesman
# Completions for zsh: a file _linesman in a folder of $fpath, or source <(linesman completions zsh)
_linesman() {
  local called='' i
  local -a found options
  for ((i = 2; i < CURRENT; i++)); do
    case "$called \${words[i]}" in
      (${calls(all)}) called="\${called:+$called }\${words[i]}" ;;
    esac
  done
  case "$called \${words[CURRENT - 1]}" in
${values.join('\n')}
  esac
  case "$called" in
${commands.join('\n')}
  esac
  if [[ "\${words[CURRENT]}" == -* ]]; then
    _describe 'option' options
  elif (( \${#found} )); then
    _describe 'word' found
  else
    _files
  fi
}
if [[ "\${funcstack[1]}" == _linesman ]]; then
  _linesman "$@"
elif (( $+functions[compdef] )); then
  compdef _linesman linesman
fi
`;
}
