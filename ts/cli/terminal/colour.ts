/** Which of the two streams is coloured. */
export interface Colours {
  readonly out: boolean;
  readonly err: boolean;
}

export const NO_COLOURS: Colours = { out: false, err: false };

/** Start and end sequences. */
const STYLES = { bold: [1, 22], red: [31, 39], green: [32, 39], yellow: [33, 39] } as const;

export type Style = keyof typeof STYLES;

/** The text in that style, if colours are enabled. */
export function styled(style: Style, text: string, isColoured: boolean): string {
  const [begin, end] = STYLES[style];
  return isColoured && text !== '' ? `\u001b[${begin}m${text}\u001b[${end}m` : text;
}

/**
 * Colours on a terminal that supports them, unless NO_COLOR turns them off (https://no-color.org: any value that is not
 * empty).
 */
export function coloursOf(
  streams: { readonly stdout: { isTTY?: boolean }; readonly stderr: { isTTY?: boolean } },
  { NO_COLOR = '', TERM }: NodeJS.ProcessEnv = process.env,
): Colours {
  if (NO_COLOR !== '' || TERM === 'dumb') return NO_COLOURS;
  return { out: streams.stdout.isTTY === true, err: streams.stderr.isTTY === true };
}
