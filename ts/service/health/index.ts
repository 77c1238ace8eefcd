export { type Check, type ReadinessReport, runChecks } from './check.js';
export {
  alarmsCheck,
  chainCheck,
  clockCheck,
  DEFAULT_ROOT_LIMIT,
  databaseCheck,
  feedCheck,
  folderCheck,
  followerCheck,
  missingCheck,
  natsCheck,
  rootsCheck,
  writesCheck,
} from './checks.js';
export { Readiness } from './readiness.js';
export { latenessByKind, lateRoots } from './rootsLateness.js';
