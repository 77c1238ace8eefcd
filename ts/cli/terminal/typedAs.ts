import type { Terminal } from './terminal.js';

/** The command as users must type it. If npx started it, it may not be in the shell's path. */
export function typedAs(environment: NodeJS.ProcessEnv = process.env): string {
  const { npm_command: by, npm_lifecycle_script: script = '' } = environment;
  // Commands that npx starts pass its variables on, so this process may not be the one that npx started.
  return by === 'exec' && /^["']?linesman\b/.test(script) ? 'npx linesman' : 'linesman';
}

/**
 * A terminal that writes commands in sentences, hints and examples as they must be typed. Data stays unchanged, and so
 * does a command that a text already writes with npx.
 */
export function inTypedWords(terminal: Terminal, commands: () => readonly string[], typed = typedAs()): Terminal {
  if (typed === 'linesman') return terminal;
  const written = (text: string): string => {
    if (/^[[{]/.test(text)) return text;
    const pattern = new RegExp(
      `(?<!\\bnpx(?: --?[\\w-]+)*)(^|[\\s\`"(])linesman (?=(?:${commands().join('|')})\\b)`,
      'gm',
    );
    return text.replace(pattern, `$1${typed} `);
  };
  return { ...terminal, out: (text) => terminal.out(written(text)), err: (text) => terminal.err(written(text)) };
}
