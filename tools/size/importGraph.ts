import { importsOf } from './importsOf.js';
import type { TextFile } from './textFile.js';

/** The file that an import names; undefined if it is none of the repository. */
export type Resolve = (from: string, name: string) => string | undefined;

/** What each file loads by its own imports: at once or, if asked, on demand as well. */
export const importGraph = (
  files: readonly TextFile[],
  resolve: Resolve,
  { onDemand } = { onDemand: true },
): Map<string, ReadonlySet<string>> =>
  new Map(
    files.map((file) => [
      file.path,
      new Set(importsOf(file, { onDemand }).flatMap((name) => resolve(file.path, name) ?? [])),
    ]),
  );

/** A file with everything that it loads, and that this loads in turn. */
export function reachableFrom(graph: ReadonlyMap<string, ReadonlySet<string>>, path: string): ReadonlySet<string> {
  const reached = new Set([path]);
  for (const file of reached) for (const next of graph.get(file) ?? []) reached.add(next);
  return reached;
}
