const HEAD = `# Benchmarks

Compare the speed of each part with a baseline before you change or choose it; both alternate in the same run.
\`npm run bench -- --write\` writes this page, and the command below each part's name measures that part, on the built
package. A figure is the median over the rounds, and a ratio is the median of the ratios in each round. Absolute times
depend on the machine and its load. Ratios depend on them much less, so goals are ratios. A floor is the work that
our implementation cannot avoid, measured alone. Memory is measured in the same process afterwards.
A table of parts shows where our CPU time goes, by folder of a package, module of Node or library. A function
counts without those that it calls, a native one with its caller.

A ✗ is a goal that no change has reached yet. The tables of parts say where its time goes:

- **tree, against its hashes alone**: the rest copies two nodes into the input of a hash, and reads the text in which
  Node returns it. As bytes, a hash costs twice as much. Views in the place of copies, and SHA-256 in WebAssembly, are
  slower.
- **verification, from the JSON text**: the text is parsed once by Node and scanned once for repeated keys. The rest
  checks every field and copies lists of numbers into bytes, which the baseline leaves out.
- **verification, with its signature**: most of the time is the signature's own. The rest is the verification, and the
  digest of the signed text.
- **proofs, asked before**: the write of an answer is the largest part, since it wakes a client that waits for it. In
  the baseline, whose client is never idle, it takes a third of that; if the baseline pauses 0.1 ms for each request,
  two thirds. The rest checks both tokens, the rate limit and the parameters.
- **ingest**: over PostgreSQL, most of the time reads a record, checks it and hashes its content, which a bare table
  does not. In PGlite, half of it is the database, which looks for repetitions and keeps the numbers of each match.
- **archive**: \`import\` and \`audit\` rebuild every tree, and the database takes more time than that. \`replay\` runs
  the whole service: it stores the records of each second in one transaction, as they were stored when recorded, and
  publishes every slot to a chain before it goes on.
- **start**: a database, a chain and Node take a third of it alone. The rest loads the modules, sets up the oracle's
  accounts and records the first matches.
- **requests**: answers with records are read from the database for every request, because they may change.
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
