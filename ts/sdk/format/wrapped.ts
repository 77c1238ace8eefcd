/** Characters that take two columns of a terminal. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}]/u;

/** Columns that a text takes on a terminal. */
export const columnsOf = (text: string): number =>
  [...text].reduce((sum, one) => sum + (/\p{M}/u.test(one) ? 0 : WIDE.test(one) ? 2 : 1), 0);

/**
 * Breaks a line at spaces so that it fits a width; a longer word is broken anywhere. The first line begins with
 * `first`, the others with `rest`; both count.
 */
export function wrapped(text: string, width: number, first = '', rest = first): string[] {
  const lines: string[] = [];
  let line = first;
  let isEmpty = true;
  const end = (): void => {
    lines.push(line);
    line = rest;
    isEmpty = true;
  };
  for (const word of text.split(' ')) {
    const gap = isEmpty ? '' : ' ';
    if (columnsOf(line + gap + word) <= width) {
      line += gap + word;
      isEmpty = false;
      continue;
    }
    if (!isEmpty) end();
    for (const character of word) {
      // Each line has at least one character, however deep the indentation.
      if (!isEmpty && columnsOf(line + character) > width) end();
      line += character;
      isEmpty = false;
    }
  }
  lines.push(line);
  return lines;
}
