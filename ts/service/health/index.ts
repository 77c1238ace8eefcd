export { type Check, type CheckResult, type ReadinessReport, type RunChecksOptions, runChecks } from './check.js';
export {
  alarmsCheck,
  type ClockCheckOptions,
  chainCheck,
  clockCheck,
  DEFAULT_ROOT_LIMIT,
  databaseCheck,
  type FollowerCheckOptions,
  folderCheck,
  followerCheck,
  natsCheck,
  type RootsCheckOptions,
  rootsCheck,
  type WritesCheckOptions,
  writesCheck,
} from './checks.js';
export { Readiness, type ReadinessOptions } from './readiness.js';
export { type LateRoot, latenessByKind, lateRoots } from './rootsLateness.js';
