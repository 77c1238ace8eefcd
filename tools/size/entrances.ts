import type { TextFile } from './textFile.js';

/** How many names the public entries of a package export. A name that two entries export counts twice. */
export interface Entrances {
  readonly package: string;
  readonly names: number;
}

const DECLARED = /^export (?:declare |abstract )*(?:function|const|let|class|interface|type|enum|namespace) (\w+)/;
const LISTED = /^export \{ (.+) \}$/;

/** Reads the API reports, one for each public entry. */
export function entrancesOf(reports: readonly TextFile[]): Entrances[] {
  const found = new Map<string, number>();
  for (const report of reports) {
    const [, name] = /^## API Report File for "(.+)"$/m.exec(report.text) ?? [];
    if (name === undefined) throw new Error(`${report.path} does not say which package it is of`);
    found.set(name, (found.get(name) ?? 0) + namesIn(report).size);
  }
  return [...found]
    .map(([name, names]) => ({ package: name, names }))
    .sort((one, other) => (one.package < other.package ? -1 : 1));
}

/** The names of one entry. An overload has the name of the function. */
function namesIn({ path, text }: TextFile): Set<string> {
  const [, code = ''] = /^```ts\n([\s\S]*)^```$/m.exec(text) ?? [];
  const lines = code.split('\n').filter((line) => line.startsWith('export '));
  return new Set(
    lines.flatMap((line) => {
      const names = DECLARED.exec(line)?.slice(1) ?? LISTED.exec(line)?.[1]?.split(', ');
      if (names === undefined) throw new Error(`${path} has an export of an unknown form: ${line}`);
      return names;
    }),
  );
}
