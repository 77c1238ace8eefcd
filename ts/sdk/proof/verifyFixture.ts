import { FIXTURE_MISMATCH, TIME_SLOT_MISMATCH } from '../error/codes/oracle.js';
import { fail } from '../error/linesmanError.js';
import { checkOptions } from '../format/checkOptions.js';
import { type Fixture, fixtureLeafHash, fixtureState, plainFixtureId } from '../format/fixture.js';
import { fixtureSummaryLeafHash } from '../format/fixtureBatchSummary.js';
import type { Root } from '../format/hash.js';
import {
  type EpochDay,
  type FixturesIndex,
  type FixturesTime,
  type FixturesWindow,
  fixturesTimeOf,
} from '../format/slotTime.js';
import { CHAIN_OPTIONS } from './chainOptions.js';
import { checkProof } from './checkProof.js';
import { checking, documentPath } from './documentPath.js';
import type { FixtureProof } from './proof.js';
import type { Attested, RootAttesters } from './rootAttesters.js';
import { fixturesRoot } from './rootsAccount.js';
import { checkLength, checkUpdateCount } from './statForm.js';
import { checkSubTree } from './subTree.js';
import { summaryRoot } from './summaryRoot.js';

export interface VerifyFixtureOptions {
  /** Bytes of the ten-day fixtures roots account. */
  readonly rootsAccount?: Uint8Array;
  /** The attesters that must vouch for the root; needs `rootsAccount`. */
  readonly attesters?: RootAttesters;
}

export interface FixtureResult {
  readonly kind: 'fixture';
  /** Without the state in its high bits. */
  readonly fixtureId: number;
  /** 1 scheduled, 2 live, 3 finished, 4 abandoned, 6 cancelled, 0 none. */
  readonly state: number;
  readonly snapshot: Fixture;
  readonly epochDay: EpochDay;
  readonly window: FixturesWindow;
  readonly index: FixturesIndex;
  readonly mainRoot: Root;
  /** True: the root is published. Null: no account was given. Another root is an error. */
  readonly published: true | null;
  /** The attesters that vouch for the root; null if none were asked for. Fewer than `least` are an error. */
  readonly attested: Attested | null;
}

/**
 * Verifies a fixture proof offline.
 *
 * Errors: UNKNOWN_OPTION, MISSING_OPTION, WRONG_OPTION; PROOF_TOO_LARGE; OVERFLOW for the time; TIME_SLOT_MISMATCH for
 * a time outside the summary; INVALID_UPDATE_COUNT; FIXTURE_MISMATCH; AMBIGUOUS_LEAF; ACCOUNT_DATA_TOO_SMALL,
 * ACCOUNT_DISCRIMINATOR_MISMATCH, TIME_SLOT_MISMATCH (window) and ROOT_NOT_AVAILABLE for the account;
 * INVALID_SUB_TREE_PROOF; INVALID_MAIN_TREE_PROOF; WRONG_ATTESTER_SET, WRONG_ATTESTATION and NOT_ATTESTED for the
 * attesters.
 *
 * @example
 * ```ts
 * import { type FixtureProof, verifyFixture } from '@linesman/sdk/proof';
 *
 * declare const proof: FixtureProof;
 * declare const rootsAccount: Uint8Array;
 * const { fixtureId, state } = verifyFixture(proof, { rootsAccount });
 * ```
 */
export function verifyFixture(proof: FixtureProof, options: VerifyFixtureOptions = {}): FixtureResult {
  checkProof('verifyFixture', proof);
  checkOptions('verifyFixture', options, CHAIN_OPTIONS);
  const { rootsAccount, attesters } = options;
  const time = checkForm(proof);
  const { snapshot, summary } = proof;
  const leaf = checking(snapshot, () => fixtureLeafHash(snapshot));
  const published = rootsAccount ? fixturesRoot(rootsAccount, time, TIME_SLOT_MISMATCH) : undefined;
  checkSubTree(leaf, proof.subTreeProof, summary.updateStats.updateCount, summary.updateSubTreeRoot);
  const mainRoot = summaryRoot(fixtureSummaryLeafHash(summary), proof.mainTreeProof, published);
  return {
    kind: 'fixture',
    fixtureId: plainFixtureId(snapshot.fixtureId),
    state: fixtureState(snapshot.fixtureId),
    snapshot,
    ...time,
    mainRoot,
    published: rootsAccount ? true : null,
    attested: attesters?.check(proof, rootsAccount) ?? null,
  };
}

function checkForm({ snapshot, summary, subTreeProof, mainTreeProof }: FixtureProof): FixturesTime {
  checkLength(subTreeProof, 'sub-tree proof');
  checkLength(mainTreeProof, 'main tree proof');
  const { ts } = snapshot;
  const time = checking(snapshot, () => fixturesTimeOf(ts));
  const { minTimestamp, maxTimestamp } = summary.updateStats;
  if (ts < minTimestamp || ts > maxTimestamp) {
    const at = documentPath(snapshot, 'ts');
    return fail(TIME_SLOT_MISMATCH, { problem: 'outside the summary', ts, minTimestamp, maxTimestamp, ...at });
  }
  checkUpdateCount(summary.updateStats);
  const differs = (what: string, field: keyof Fixture, record: unknown, summary: unknown): never =>
    fail(FIXTURE_MISMATCH, { what, record, summary, ...documentPath(snapshot, field) });
  if (plainFixtureId(snapshot.fixtureId) !== plainFixtureId(summary.fixtureId)) {
    return differs('fixture id', 'fixtureId', plainFixtureId(snapshot.fixtureId), summary.fixtureId);
  }
  if (snapshot.competitionId !== summary.competitionId) {
    return differs('competition id', 'competitionId', snapshot.competitionId, summary.competitionId);
  }
  if (snapshot.competition !== summary.competition) {
    return differs('competition', 'competition', snapshot.competition, summary.competition);
  }
  return time;
}
