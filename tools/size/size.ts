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
  /** The median over the test files, without the file itself and what is only loaded on demand. */
  readonly modulesPerTest: number;
  /** How many test files may load the module of conditions, which is low in the packages; also on demand. */
  readonly testsOfCondition: number;
}

const REPORT = /^etc\/.+\.api\.md$/;
const MODULE = /\.(tsx?|mjs|js)$/;
const TEST = new RegExp(`^(${TEST_FOLDERS.join('|')})/.+\\.test\\.ts$`);
const CONDITION = /^ts\/[^/]+\/proof\/condition\.ts$/;

/**
 * Measures files, in which packages import each other by names.
 *
 * @param asLoaded What tests make of a source when they load it.
 */
export function sizeOf(
  files: readonly TextFile[],
  sourceOf: SourceOf,
  asLoaded: (text: string) => string = (text) => text,
): Size {
  const folders = folderSizes(files);
  const modules = files
    .filter(({ path }) => MODULE.test(path))
    .map(({ path, text }) => ({ path, text: asLoaded(text) }));
  const paths = modules.map(({ path }) => path);
  const [condition, ...others] = paths.filter((path) => CONDITION.test(path));
  if (condition === undefined || others.length > 0) throw new Error(`not exactly one file fits ${CONDITION}`);
  const resolve = resolverOf(paths, sourceOf);
  const tests = paths.filter((path) => TEST.test(path));
  const atOnce = importGraph(modules, resolve, { onDemand: false });
  const withDemand = importGraph(modules, resolve);
  return {
    folders,
    total: totalOf(folders),
    entrances: entrancesOf(files.filter(({ path }) => REPORT.test(path))),
    modulesPerTest: median(tests.map((path) => reachableFrom(atOnce, path).size - 1)),
    testsOfCondition: tests.filter((path) => reachableFrom(withDemand, path).has(condition)).length,
  };
}
