import { type ParseArgsConfig, parseArgs } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;

const HELP = { help: { type: 'boolean', short: 'h' } } as const;

/** Ends a script that was called wrongly. */
export function refuse(why: string): never {
  process.stderr.write(`${why} (--help lists what it takes)\n`);
  process.exit(2);
}

/**
 * What a script of package.json is called with. Ends the process for `--help`, which prints `usage`, and for anything
 * that the script does not know.
 */
export function scriptArguments<const O extends Options>(usage: string, options: O, allowPositionals = false) {
  const { values, positionals } = parsed({ options: { ...options, ...HELP }, allowPositionals });
  if ((values as { readonly help?: boolean }).help) {
    process.stdout.write(`Usage: npm run ${usage.trimEnd()}\n`);
    process.exit();
  }
  return { values, positionals: positionals as readonly string[] };
}

function parsed<const C extends ParseArgsConfig>(config: C) {
  try {
    return parseArgs(config);
  } catch (error) {
    // It goes on about arguments that begin with a dash.
    return refuse((error instanceof Error ? error.message : String(error)).split('. ')[0] ?? '');
  }
}

/** An option that is a whole number. */
export function wholeNumber(name: string, text: string, from = 0, to = Number.MAX_SAFE_INTEGER): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= from && number <= to) return number;
  return refuse(`--${name} ${JSON.stringify(text.slice(0, 40))} is not a whole number from ${from} to ${to}`);
}
