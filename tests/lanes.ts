/**
 * The lanes of the tests: `npm test` runs the short one, `.ci/run` the landing one as well, `npm run test:nightly` the
 * rest.
 */
export type Lane = (typeof LANES)[number];

/** In the order in which they run. */
export const LANES = ['short', 'landing', 'nightly'] as const;

/** Files that are in one lane for one reason. */
interface Group {
  readonly lane: Exclude<Lane, 'short'>;
  readonly why: string;
  readonly files: readonly string[];
}

/** Every test file that is not in the short lane. */
export const GROUPS: readonly Group[] = [
  {
    lane: 'landing',
    why: 'Real processes: killed with either database, without disk or message server, on a chain, under a browser.',
    files: [
      'tests/cli/serveChain.test.ts',
      'tests/explorer/walk.test.ts',
      'tests/faults/diskFull.test.ts',
      'tests/faults/killedIngest.test.ts',
      'tests/faults/postgres.test.ts',
      'tests/service/intakeNats.test.ts',
    ],
  },
  {
    lane: 'landing',
    why: 'The core of the service over a real store: what is stored, sealed and attested. The simulator does the rest.',
    files: [
      'tests/service/attestSlots.test.ts',
      'tests/service/ingest.test.ts',
      'tests/service/seal.test.ts',
      'tests/service/store.test.ts',
      'tests/service/storeAuth.test.ts',
      'tests/service/storeContract.test.ts',
    ],
  },
  {
    lane: 'landing',
    why: 'What people try: packed files, jest, the demo, code and commands of the READMEs, cases of the runbook.',
    files: [
      'tests/demo.test.ts',
      'tests/examples/printed.test.ts',
      'tests/package/commonJsRunners.test.ts',
      'tests/package/pack.test.ts',
      'tests/packageReadmes.test.ts',
      'tests/readme.test.ts',
      'tests/recipes.test.ts',
      'tests/runbookMoney.test.ts',
    ],
  },
  {
    lane: 'landing',
    why: 'The money against its model, 30,000 actions; both formats of the programs against each other.',
    files: ['tests/programs/sbpfVersions.test.ts', 'tests/programs/settlementModel.test.ts'],
  },
  {
    lane: 'landing',
    why: 'The simulator: the whole service under faults in virtual time, with fixed seeds.',
    files: ['tests/simulator/simulator.test.ts'],
  },
  {
    lane: 'nightly',
    why: 'Floods, kills, archives, forks, all endings of matches: they start many servers, and wait for what these do.',
    files: [
      'tests/cli/archive.test.ts',
      'tests/cli/attest.test.ts',
      'tests/cli/attestedMarket.test.ts',
      'tests/cli/lostParent.test.ts',
      'tests/cli/serve.test.ts',
      'tests/cli/serveCluster.test.ts',
      'tests/client/realService.test.ts',
      'tests/e2e/season.test.ts',
      'tests/e2e/walletVersions.test.ts',
      'tests/faults/clock.test.ts',
      'tests/faults/killed.test.ts',
      'tests/faults/killedMigration.test.ts',
      'tests/faults/processes.test.ts',
      'tests/faults/readOnlyFolder.test.ts',
      'tests/faults/requests.test.ts',
      'tests/faults/rpc.test.ts',
      'tests/faults/silentDatabase.test.ts',
      'tests/keeper/surfpool.test.ts',
      'tests/keeper/thousandMarkets.test.ts',
      'tests/service/activationChain.test.ts',
      'tests/service/adapters.test.ts',
      'tests/service/archive.test.ts',
      'tests/service/databaseTemplate.test.ts',
      'tests/service/edgeOverStore.test.ts',
      'tests/service/edges.test.ts',
      'tests/service/embeddedStart.test.ts',
      'tests/service/feed.test.ts',
      'tests/service/forkedRoots.test.ts',
      'tests/service/intake.test.ts',
      'tests/service/keptRecords.test.ts',
      'tests/service/lastBytes.test.ts',
      'tests/service/feedCases.test.ts',
      'tests/service/matches.test.ts',
      'tests/service/metrics.test.ts',
      'tests/service/missingScores.test.ts',
      'tests/service/migratePeriods.test.ts',
      'tests/service/publish.test.ts',
      'tests/service/readersClock.test.ts',
      'tests/service/recordForms.test.ts',
      'tests/service/signedAnswersOnChain.test.ts',
      'tests/service/storableRecords.test.ts',
      'tests/service/writeHealth.test.ts',
      'tests/soak.test.ts',
      'ts/cli/terminal/parentWatch.test.ts',
    ],
  },
  {
    lane: 'nightly',
    why: 'What the simulator relies on: a planted bug for each of its checks, its store beside the real one.',
    files: ['tests/simulator/checkers.test.ts', 'tests/simulator/store/memoryStore.test.ts'],
  },
  {
    lane: 'nightly',
    why: 'The command line and the scripts as processes, once for each case.',
    files: [
      'tests/cli/access.test.ts',
      'tests/cli/buy.test.ts',
      'tests/cli/deploy.test.ts',
      'tests/cli/deployPlan.test.ts',
      'tests/cli/dryRun.test.ts',
      'tests/cli/folders.test.ts',
      'tests/cli/ingest.test.ts',
      'tests/cli/ingestForms.test.ts',
      'tests/cli/jsonDocuments.test.ts',
      'tests/cli/market.test.ts',
      'tests/cli/marketClose.test.ts',
      'tests/cli/migrate.test.ts',
      'tests/cli/olderDatabase.test.ts',
      'tests/cli/people.test.ts',
      'tests/cli/printedSecrets.test.ts',
      'tests/cli/process.test.ts',
      'tests/cli/rootsOfDay.test.ts',
      'tests/cli/settleBuffered.test.ts',
      'tests/cli/subscribe.test.ts',
      'tests/cli/upgradeAuthority.test.ts',
      'tests/cli/walletSend.test.ts',
      'tests/attestGuide.test.ts',
      'tests/deployGuide.test.ts',
      'tests/examples/dapp.test.ts',
      'tests/examples/reactPage.test.ts',
      'tests/firstBet.test.ts',
      'tests/regress/conform.test.ts',
      'tests/regress/conformProgram.test.ts',
      'tests/regress/helpExamples.test.ts',
      'tests/regress/inspectLogs.test.ts',
      'tests/regress/recordStream.test.ts',
      'tests/regress/recordedMatch.test.ts',
      'tests/regress/regress.test.ts',
      'tests/regress/replay.test.ts',
      'tests/regress/replayPlain.test.ts',
      'tests/scripts.test.ts',
    ],
  },
  {
    lane: 'nightly',
    why: 'The built packages and crates, installed and used by projects and browsers.',
    files: [
      'tests/client/portable.test.ts',
      'tests/package/browserEntrances.test.ts',
      'tests/package/bundlers.test.ts',
      'tests/package/crateVersions.test.ts',
      'tests/package/firstCommands.test.ts',
      'tests/package/init.test.ts',
      'tests/package/install.test.ts',
      'tests/package/peers.test.ts',
      'tests/package/projects.test.ts',
      'tests/package/publish.test.ts',
      'tests/package/sites.test.ts',
      'tests/package/testRunners.test.ts',
    ],
  },
  {
    lane: 'nightly',
    why: 'Every page of the explorer in a browser, in every state.',
    files: [
      'tests/explorer/firstVisit.test.ts',
      'tests/explorer/livePages.test.ts',
      'tests/explorer/liveStreams.test.ts',
      'tests/explorer/markets.test.ts',
      'tests/explorer/pages.test.ts',
      'tests/explorer/proofPage.test.ts',
      'tests/explorer/proofSources.test.ts',
      'tests/explorer/standardWallet.test.ts',
      'tests/explorer/wallet.test.ts',
      'tests/explorer/waysThrough.test.ts',
    ],
  },
  {
    lane: 'nightly',
    why: 'Every combination: sizes, mints, policies, places, bits, engines, removed rules, wires, samplings, matches.',
    files: [
      'tests/boundedErrors.test.ts',
      'tests/growth.test.ts',
      'tests/keeper/finality.test.ts',
      'tests/programs/attesterChecks.test.ts',
      'tests/programs/bitFlips.test.ts',
      'tests/programs/everyFeature.test.ts',
      'tests/programs/resultRules.test.ts',
      'tests/programs/settlementAttested.test.ts',
      'tests/programs/settlementBatchPlaces.test.ts',
      'tests/programs/settlementFinality.test.ts',
      'tests/programs/settlementMints.test.ts',
      'tests/programs/settlementResultFlips.test.ts',
      'tests/programs/settlementResultMoney.test.ts',
      'tests/regress/engines.test.ts',
      'tests/regress/removedRules.test.ts',
      'tests/service/sampling.test.ts',
      'tests/service/wires.test.ts',
      'ts/season/manyMatches.test.ts',
      'ts/season/matchRecords.test.ts',
      'ts/season/season.test.ts',
    ],
  },
];

/**
 * Files of the short lane that run in a separate process: those that load solana-bankrun, a native add-on whose threads
 * only the end of the process stops, those that mock modules, those that expect no output on the console, because
 * web3.js writes there about connections that other files have left, and those that show React a window. The other
 * short tests share two processes, so that modules load only twice.
 */
export const OWN_PROCESS: readonly string[] = [
  'tests/bankrun/settlement.test.ts',
  'tests/cli/result.test.ts',
  'tests/cli/serveEnd.test.ts',
  'tests/programs/anchorClient.test.ts',
  'tests/programs/oracleSignature.test.ts',
  'ts/react/hooks.test.ts',
  'ts/sdk/web3/rpcConnection.test.ts',
];

/**
 * Files that begin first, in this order, because they take minutes: what begins last runs beside nothing. Vitest orders
 * the others.
 */
export const FIRST: readonly string[] = [
  'tests/simulator/simulator.test.ts',
  'tests/explorer/walk.test.ts',
  'tests/simulator/checkers.test.ts',
  'tests/e2e/season.test.ts',
];

/** Copies of examples, as packages ship them. They are tested where they come from. */
export const COPIED = 'ts/*/examples/**';

/** The folders of test files, relative to the repository root. */
export const TEST_FOLDERS = ['ts', 'tests', 'tools'] as const;

/** Vitest's projects. */
export type TestProject = 'shared' | 'own' | 'landing' | 'nightly';

/** The projects of each lane. */
export const PROJECTS: Readonly<Record<Lane, readonly TestProject[]>> = {
  short: ['shared', 'own'],
  landing: ['landing'],
  nightly: ['nightly'],
};

/** The files of a lane. */
export const filesOf = (lane: Group['lane']): string[] =>
  GROUPS.filter((group) => group.lane === lane).flatMap(({ files }) => files);

/** The lane of a test file, given relative to the repository root. */
export const laneOf = (file: string): Lane => GROUPS.find(({ files }) => files.includes(file))?.lane ?? 'short';

/** The project of a test file, given relative to the repository root. */
export function projectOf(file: string): TestProject {
  const lane = laneOf(file);
  if (lane !== 'short') return lane;
  return OWN_PROCESS.includes(file) ? 'own' : 'shared';
}
