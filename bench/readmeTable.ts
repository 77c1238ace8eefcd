/** The rows of the README's table: the text of each, and the row of docs/internals/benchmarks.md that it shows. */
const SHOWN = [
  ['tree over 100,000 leaves', 'tree, against createHash'],
  ['verification offline, three stats in one multiproof', 'typical, one multiproof'],
  ['the same with its signature, in Node', 'typical, with its signature'],
  ['one event at a time to 2,000 readers, deliveries', 'one event at a time: deliveries'],
  ['stat proof over HTTP, 1,000 fixtures in the slot, p99', 'asked before: p99'],
  ['records ingested, 500 in a transaction, PGlite in a folder', 'PGlite in a folder, 500 in a transaction'],
] as const;

const HEAD = '| what | ours | baseline | ratio |\n|---|---|---|---|\n';

/** The README with the figures of docs/internals/benchmarks.md in its table. */
export function withFigures(readme: string, document: string): string {
  const measured = [...document.matchAll(/^\| (.+) \|$/gm)].map(([, row = '']) =>
    row.split('|').map((cell) => cell.trim()),
  );
  const rows = SHOWN.flatMap(([shown, name]) => {
    const [, ours = '', baseline = '', ratio = ''] = measured.find(([first]) => first === name) ?? [];
    return ours === '' ? [] : [`| ${[shown, ours, baseline, ratio].join(' | ')} |\n`];
  });
  const at = readme.indexOf(HEAD);
  if (at < 0) throw new Error('README.md has no table of benchmarks');
  const end = readme.indexOf('\n\n', at) + 1;
  return readme.slice(0, at) + HEAD + rows.join('') + readme.slice(end);
}
