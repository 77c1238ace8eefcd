const HEAD = `# Benchmarks

For contributors, and users who compare. Before: you know what each part does. After: you know how fast it is beside a
baseline, which alternates with it in the same run. Written by \`npm run bench -- --write\`, each part by the command
below its name, on the built package. Figures are medians over the rounds, and a ratio is the median of the ratios of
the rounds. Absolute times depend on the machine and its load. Ratios depend on them much less, so goals are ratios. A
floor is the work that ours cannot avoid, measured alone. Memory is that of the measuring process afterwards.
A table of parts says where the CPU time of ours goes, by folder of a package, module of Node or library. A function
counts without those that it calls, a native one with its caller.
`;

const FOOT = 'Next: [scale.md](scale.md) says how cost grows, [costs.md](../costs.md) what a step costs on chain.\n';

/** Replaces one part of the document. Parts with unknown names are dropped. */
export function withPart(
  document: string,
  part: { readonly name: string; readonly text: string },
  names: readonly string[],
): string {
  const parts = new Map(
    document
      .replace(FOOT, '')
      .split(/^## /m)
      .slice(1)
      .map((section) => {
        const end = section.indexOf('\n');
        return [section.slice(0, end), section.slice(end).trim()] as const;
      }),
  ).set(part.name, part.text.trim());
  const sections = names.flatMap((name) => (parts.has(name) ? [`## ${name}\n\n${parts.get(name)}\n`] : []));
  return [HEAD, ...sections, FOOT].join('\n');
}
