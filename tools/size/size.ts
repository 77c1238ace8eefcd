import { TEST_FOLDERS } from '../../tests/lanes.js';
import { type Entrances, entrancesOf } from './entrances.js';
import { type FolderSize, folderSizes, totalOf } from './folderSize.js';
import { importGraph, reachableFrom } from './importGraph.js';
import { median } from './median.js';
import { resolverOf, type SourceOf } from './resolver.js';
import type { TextFile } from './textFile.js';

/** The size of a version of the repository. */
export interface Size {
  readonly folders: readonly FolderSize[];
  readonly total: FolderSize;
  readonly entrances: readonly Entrances[];
  /** The median over the test files, without the file itself. */
  readonly modulesPerTest: number;
  /** How many test files load the module of conditions, which is low in the packages. */
  readonly testsOfCondition: number;
}

const REPORT = /^etc\/.+\.api\.md$/;
const MODULE = /\.(tsx?|mjs|js)$/;
const TEST = new RegExp(`^(${TEST_FOLDERS.join('|')})/.+\\.test\\.ts$`);
const CONDITION = /^ts\/[^/]+\/proof\/condition\.ts$/;

/** Measures files, in which packages import each other by names. */
export function sizeOf(files: readonly TextFile[], sourceOf: SourceOf): Size {
  const folders = folderSizes(files);
  const modules = files.filter(({ path }) => MODULE.test(path));
  const paths = modules.map(({ path }) => path);
  const [condition, ...others] = paths.filter((path) => CONDITION.test(path));
  if (condition === undefined || others.length > 0) throw new Error(`not exactly one file fits ${CONDITION}`);
  const graph = importGraph(modules, resolverOf(paths, sourceOf));
  const loaded = paths.filter((path) => TEST.test(path)).map((path) => reachableFrom(graph, path));
  return {
    folders,
    total: totalOf(folders),
    entrances: entrancesOf(files.filter(({ path }) => REPORT.test(path))),
    modulesPerTest: median(loaded.map(({ size }) => size - 1)),
    testsOfCondition: loaded.filter((reached) => reached.has(condition)).length,
  };
}
