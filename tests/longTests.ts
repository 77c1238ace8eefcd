/**
 * The tests that `npm test` leaves to `npm run test:long`: those that are long by nature. They kill processes and take
 * their servers away, run the command line once for each of many cases, copy databases, or try every combination.
 * A line is a file, or a folder with all that is in it. Every file that is not here is in the short list.
 */
export const LONG_TESTS: readonly string[] = [
  'tests/e2e/',
  'tests/faults/',
  'tests/firstBet.test.ts',
  'tests/growth.test.ts',
  // The command line, a process for each case.
  'tests/cli/access.test.ts',
  'tests/cli/archive.test.ts',
  'tests/cli/buy.test.ts',
  'tests/cli/dryRun.test.ts',
  'tests/cli/folders.test.ts',
  'tests/cli/ingest.test.ts',
  'tests/cli/ingestForms.test.ts',
  'tests/cli/lostParent.test.ts',
  'tests/cli/market.test.ts',
  'tests/cli/marketClose.test.ts',
  'tests/cli/migrate.test.ts',
  'tests/cli/people.test.ts',
  'tests/cli/printedSecrets.test.ts',
  'tests/cli/process.test.ts',
  'tests/cli/serve.test.ts',
  'tests/cli/serveChain.test.ts',
  'tests/cli/serveCluster.test.ts',
  'tests/cli/subscribe.test.ts',
  'tests/cli/walletSend.test.ts',
  'tests/package/install.test.ts',
  'tests/readme.test.ts',
  // Services of several processes, servers of databases and messages, whole days of records.
  'tests/keeper/surfpool.test.ts',
  'tests/service/archive.test.ts',
  'tests/service/databaseTemplate.test.ts',
  'tests/service/edgeOverStore.test.ts',
  'tests/service/edges.test.ts',
  'tests/service/feed.test.ts',
  'tests/service/forkedRoots.test.ts',
  'tests/service/intake.test.ts',
  'tests/service/intakeNats.test.ts',
  'tests/service/keptRecords.test.ts',
  'tests/service/publish.test.ts',
  'tests/service/readersClock.test.ts',
  'tests/service/sampling.test.ts',
  'tests/service/scaleOut.test.ts',
  'tests/service/seal.test.ts',
  'tests/service/storableRecords.test.ts',
  'tests/service/wires.test.ts',
  // Every reader with every size, every mint, every policy with every period, every random action.
  'tests/boundedErrors.test.ts',
  'tests/programs/settlementFinality.test.ts',
  'tests/programs/settlementMints.test.ts',
  'tests/programs/settlementModel.test.ts',
];

/** Where test files are, from the root of the repository. */
export const TEST_FOLDERS = ['ts', 'tests', 'tools'] as const;

/** Whether a test file, by its path from the root of the repository, is in the long list. */
export const isLong = (file: string): boolean => LONG_TESTS.some((line) => isOf(line, file));

/** Whether a line means the file. */
export const isOf = (line: string, file: string): boolean =>
  line.endsWith('/') ? file.startsWith(line) : file === line;

/** The lines as patterns of files. */
export const LONG_PATTERNS = LONG_TESTS.map((line) => (line.endsWith('/') ? `${line}**/*.test.ts` : line));
