const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |\n`;

/** A table in Markdown, with a line break at its end. */
export const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  `${row(head)}|${head.map(() => '---|').join('')}\n${rows.map(row).join('')}`;
