const HEAD = `# Benchmarks

Written by \`npm run bench -- --write\`, each part by the command below its name, on the built package. Ours and the
peer take turns in one run. Figures are medians over its rounds, and a ratio is the median of each round's ratio. Times
depend on the machine and its load, ratios much less, so goals are ratios. Memory is that of the measuring process
afterwards.
`;

/** Replaces one part of the document. Parts with unknown names are dropped. */
export function withPart(
  document: string,
  part: { readonly name: string; readonly text: string },
  names: readonly string[],
): string {
  const parts = new Map(
    document
      .split(/^## /m)
      .slice(1)
      .map((section) => {
        const end = section.indexOf('\n');
        return [section.slice(0, end), section.slice(end).trim()] as const;
      }),
  ).set(part.name, part.text.trim());
  const sections = names.flatMap((name) => (parts.has(name) ? [`## ${name}\n\n${parts.get(name)}\n`] : []));
  return [HEAD, ...sections].join('\n');
}
