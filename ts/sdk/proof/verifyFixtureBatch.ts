import { CONSTRAINT_SEEDS } from '../error/codes/anchor.js';
import { INVALID_MAIN_TREE_PROOF, TIME_SLOT_MISMATCH, TIMESTAMP_MISMATCH } from '../error/codes/oracle.js';
import { INVALID_UPDATE_COUNT } from '../error/codes/verifier.js';
import { fail } from '../error/linesmanError.js';
import { type BatchMetadata, metadataLeafHash } from '../format/batchMetadata.js';
import { checkOptions, deliberate, type OptionRules } from '../format/checkOptions.js';
import { type Root, rootOf } from '../format/hash.js';
import { integerOf } from '../format/optionKinds.js';
import {
  type EpochDay,
  type FixturesIndex,
  type FixturesTime,
  type FixturesWindow,
  fixturesTimeOf,
} from '../format/slotTime.js';
import { depthOf } from '../merkle/depth.js';
import { fold, leafIndexOf } from '../merkle/path.js';
import { CHAIN_OPTIONS } from './chainOptions.js';
import { checkProof } from './checkProof.js';
import { checking, documentPath } from './documentPath.js';
import type { FixtureBatchProof } from './proof.js';
import type { Attested, RootAttesters } from './rootAttesters.js';
import { fixturesRoot } from './rootsAccount.js';
import { checkLength } from './statForm.js';
import { publishedRoot } from './summaryRoot.js';

export interface VerifyFixtureBatchOptions {
  /** Bytes of the ten-day fixtures roots account. */
  readonly rootsAccount?: Uint8Array;
  /** The attesters that must vouch for the root; needs `rootsAccount`. */
  readonly attesters?: RootAttesters;
  /** The instruction's index argument, which must be the hour in the window at which the batch starts. */
  readonly index?: number;
}

const OPTIONS: OptionRules<VerifyFixtureBatchOptions> = {
  ...CHAIN_OPTIONS,
  index: deliberate(integerOf(Number.MIN_SAFE_INTEGER)),
};

export interface FixtureBatchResult {
  readonly kind: 'fixture-batch';
  readonly metadata: BatchMetadata;
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
 * Verifies a proof of the metadata of a fixtures batch offline.
 *
 * Errors: UNKNOWN_OPTION, MISSING_OPTION, WRONG_OPTION; TIMESTAMP_MISMATCH for the index; PROOF_TOO_LARGE; OVERFLOW for
 * a time; TIME_SLOT_MISMATCH for a batch that ends before it starts; INVALID_UPDATE_COUNT; ACCOUNT_DATA_TOO_SMALL,
 * ACCOUNT_DISCRIMINATOR_MISMATCH, CONSTRAINT_SEEDS and ROOT_NOT_AVAILABLE for the account; INVALID_MAIN_TREE_PROOF;
 * WRONG_ATTESTER_SET, WRONG_ATTESTATION and NOT_ATTESTED for the attesters.
 *
 * @example
 * ```ts
 * import { type FixtureBatchProof, verifyFixtureBatch } from '@linesman/sdk/proof';
 *
 * declare const proof: FixtureBatchProof;
 * declare const rootsAccount: Uint8Array;
 * const { metadata } = verifyFixtureBatch(proof, { rootsAccount });
 * ```
 */
export function verifyFixtureBatch(
  proof: FixtureBatchProof,
  options: VerifyFixtureBatchOptions = {},
): FixtureBatchResult {
  checkProof('verifyFixtureBatch', proof);
  checkOptions('verifyFixtureBatch', options, OPTIONS);
  const { rootsAccount, attesters, index } = options;
  const time = checkForm(proof, index);
  const { metadata, mainTreeProof } = proof;
  const published = rootsAccount ? fixturesRoot(rootsAccount, time, CONSTRAINT_SEEDS) : undefined;
  const depth = depthOf(metadata.numUniqueFixtures + 1);
  if (mainTreeProof.length !== depth) {
    return fail(INVALID_MAIN_TREE_PROOF, {
      problem: 'length',
      nodes: mainTreeProof.length,
      fixtures: metadata.numUniqueFixtures,
      depth,
      ...documentPath(mainTreeProof),
    });
  }
  // The metadata is leaf 0 of its tree.
  if (leafIndexOf(mainTreeProof) !== 0)
    return fail(INVALID_MAIN_TREE_PROOF, { problem: 'left sibling', ...documentPath(mainTreeProof) });
  const root = rootOf(fold(metadataLeafHash(metadata), mainTreeProof));
  const mainRoot = checking(mainTreeProof, () => publishedRoot(root, published));
  return {
    kind: 'fixture-batch',
    metadata,
    ...time,
    mainRoot,
    published: rootsAccount ? true : null,
    attested: attesters?.check(proof, rootsAccount) ?? null,
  };
}

function checkForm({ metadata, mainTreeProof }: FixtureBatchProof, index: number | undefined): FixturesTime {
  const { totalUpdateCount, numUniqueFixtures, overallBatchStartTs, overallBatchEndTs } = metadata;
  // A time out of range has no hour; the check below reports it.
  const expected = hourOf(overallBatchStartTs);
  if (index !== undefined && expected !== undefined && index !== expected) {
    return fail(TIMESTAMP_MISMATCH, { problem: 'index', index, expected });
  }
  checkLength(mainTreeProof, 'proof');
  const time = checking(metadata, () => fixturesTimeOf(overallBatchStartTs));
  if (overallBatchStartTs > overallBatchEndTs) {
    return fail(TIME_SLOT_MISMATCH, {
      problem: 'ends before it starts',
      start: overallBatchStartTs,
      end: overallBatchEndTs,
      ...documentPath(metadata),
    });
  }
  if (totalUpdateCount < 1 || numUniqueFixtures < 1) {
    return fail(INVALID_UPDATE_COUNT, {
      updates: totalUpdateCount,
      fixtures: numUniqueFixtures,
      ...documentPath(metadata),
    });
  }
  return time;
}

function hourOf(time: number): FixturesIndex | undefined {
  try {
    return fixturesTimeOf(time).index;
  } catch {
    return undefined;
  }
}
