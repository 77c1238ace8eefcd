/**
 * The tests that `npm test` leaves to `npm run test:long`. They take long by nature: they kill processes and servers,
 * run the command line once per case, copy databases, or try every combination. A line is a file, or a folder with
 * everything in it. Every other file is in the short list.
 */
export const LONG_TESTS: readonly string[] = [
  'tests/e2e/',
  'tests/faults/',
  'tests/deployGuide.test.ts',
  'tests/firstBet.test.ts',
  'tests/growth.test.ts',
  // Hundreds of generated matches.
  'ts/service/season/manyMatches.test.ts',
  'ts/service/season/matchRecords.test.ts',
  'ts/service/season/season.test.ts',
  // The command line, one process per case.
  'tests/cli/access.test.ts',
  'tests/cli/archive.test.ts',
  'tests/cli/buy.test.ts',
  'tests/cli/deploy.test.ts',
  'tests/cli/deployPlan.test.ts',
  'tests/cli/dryRun.test.ts',
  'tests/cli/folders.test.ts',
  'tests/cli/ingest.test.ts',
  'tests/cli/ingestForms.test.ts',
  'tests/cli/jsonDocuments.test.ts',
  'tests/cli/lostParent.test.ts',
  'tests/cli/market.test.ts',
  'tests/cli/marketClose.test.ts',
  'tests/cli/migrate.test.ts',
  'tests/cli/olderDatabase.test.ts',
  'tests/cli/people.test.ts',
  'tests/cli/printedSecrets.test.ts',
  'tests/cli/process.test.ts',
  'tests/cli/serve.test.ts',
  'tests/cli/serveChain.test.ts',
  'tests/cli/serveCluster.test.ts',
  'tests/cli/settleBuffered.test.ts',
  'tests/cli/subscribe.test.ts',
  'tests/cli/walletSend.test.ts',
  'tests/package/init.test.ts',
  'tests/package/install.test.ts',
  'tests/regress/conform.test.ts',
  'tests/regress/helpExamples.test.ts',
  'tests/regress/inspectLogs.test.ts',
  'tests/regress/regress.test.ts',
  'tests/regress/replay.test.ts',
  'tests/regress/recordStream.test.ts',
  'tests/regress/recordedMatch.test.ts',
  'tests/readme.test.ts',
  'tests/demo.test.ts',
  // A browser.
  'tests/explorer/',
  'ts/linesman/cli/terminal/parentWatch.test.ts',
  // The compiler, over all sources.
  'tests/packageReadmes.test.ts',
  // Services of several processes, database and message servers, whole days of records.
  'tests/keeper/surfpool.test.ts',
  'tests/keeper/thousandMarkets.test.ts',
  'tests/client/portable.test.ts',
  'tests/client/realService.test.ts',
  'tests/cli/rootsOfDay.test.ts',
  'tests/service/activationChain.test.ts',
  'tests/service/adapters.test.ts',
  'tests/service/archive.test.ts',
  'tests/service/databaseTemplate.test.ts',
  'tests/service/edgeOverStore.test.ts',
  'tests/service/edges.test.ts',
  'tests/service/feed.test.ts',
  'tests/service/forkedRoots.test.ts',
  'tests/service/ingest.test.ts',
  'tests/service/intake.test.ts',
  'tests/service/intakeNats.test.ts',
  'tests/service/keptRecords.test.ts',
  'tests/service/lastBytes.test.ts',
  'tests/service/matches.test.ts',
  'tests/service/migratePeriods.test.ts',
  'tests/service/metrics.test.ts',
  'tests/service/publish.test.ts',
  'tests/service/quote.test.ts',
  'tests/service/recordForms.test.ts',
  'tests/service/readersClock.test.ts',
  'tests/service/sampling.test.ts',
  'tests/service/scaleOut.test.ts',
  'tests/service/seal.test.ts',
  'tests/service/signedAnswersOnChain.test.ts',
  'tests/service/storableRecords.test.ts',
  'tests/service/store.test.ts',
  'tests/service/storeAuth.test.ts',
  'tests/service/wires.test.ts',
  'tests/service/writeHealth.test.ts',
  // Every reader with every size, every mint, every policy with every period, every random action, every place of a
  // batch, the whole corpus on every engine.
  'tests/boundedErrors.test.ts',
  'tests/keeper/finality.test.ts',
  'tests/programs/bitFlips.test.ts',
  'tests/programs/resultRules.test.ts',
  'tests/programs/settlementBatchPlaces.test.ts',
  'tests/programs/settlementFinality.test.ts',
  'tests/programs/settlementMints.test.ts',
  'tests/programs/settlementModel.test.ts',
  'tests/programs/settlementResultFlips.test.ts',
  'tests/programs/settlementResultMoney.test.ts',
  'tests/regress/engines.test.ts',
  // The compiler, and the corpus once for each check of the verifier.
  'tests/regress/removedRules.test.ts',
];

/**
 * Files of the short list that run in a process of their own: those that load a runtime of Solana programs, a native
 * add-on whose threads only the end of the process stops, and those that mock modules. The other short tests share two
 * processes, so that modules load only twice.
 */
export const OWN_PROCESS: readonly string[] = [
  'tests/benchmarks.test.ts',
  'tests/cli/configure.test.ts',
  'tests/cli/result.test.ts',
  'tests/cli/serveEnd.test.ts',
  'tests/examples/',
  'tests/keeper/',
  'tests/programs/',
  'tests/regress/',
  'tests/service/proofs.test.ts',
];

/** Copies of examples, as packages ship them. They are tested where they come from. */
export const COPIED = 'ts/*/examples/**';

/** The folders of test files, relative to the repository root. */
export const TEST_FOLDERS = ['ts', 'tests', 'tools'] as const;

/** Whether a test file, given relative to the repository root, is in the long list. */
export const isLong = (file: string): boolean => LONG_TESTS.some((line) => isOf(line, file));

/** Whether a line covers the file. */
export const isOf = (line: string, file: string): boolean =>
  line.endsWith('/') ? file.startsWith(line) : file === line;

/** Vitest's projects. `npm test` runs the first two. */
export type TestProject = 'shared' | 'own' | 'long';

/** The project of a test file, given relative to the repository root. */
export function projectOf(file: string): TestProject {
  if (isLong(file)) return 'long';
  return OWN_PROCESS.some((line) => isOf(line, file)) ? 'own' : 'shared';
}

/** Lines as glob patterns. */
export const patternsOf = (lines: readonly string[]): string[] =>
  lines.map((line) => (line.endsWith('/') ? `${line}**/*.test.ts` : line));
