import { fail } from '../error/index.js';
import { checkOptions, deliberate, type OptionRules } from '../format/checkOptions.js';
import {
  type BatchMetadata,
  type EpochDay,
  type FixturesIndex,
  type FixturesTime,
  type FixturesWindow,
  fixturesTimeOf,
  metadataLeafHash,
  type Root,
  rootOf,
} from '../format/index.js';
import { BYTES, integerOf } from '../format/optionKinds.js';
import { depthOf, fold, leafIndexOf } from '../merkle/index.js';
import { checking, placeOf } from './place.js';
import type { FixtureBatchProof } from './proof.js';
import { fixturesRoot } from './rootsAccount.js';
import { checkLength } from './statForm.js';
import { publishedRoot } from './summaryRoot.js';

export interface VerifyFixtureBatchOptions {
  /** Bytes of the ten-day fixtures roots account. */
  readonly rootsAccount?: Uint8Array;
  /** The instruction's index argument; must be the hour of the metadata's start (6010). */
  readonly index?: number;
}

const OPTIONS: OptionRules<VerifyFixtureBatchOptions> = {
  rootsAccount: deliberate(BYTES),
  index: deliberate(integerOf(Number.MIN_SAFE_INTEGER)),
};

export interface FixtureBatchResult {
  readonly kind: 'fixture-batch';
  readonly metadata: BatchMetadata;
  readonly epochDay: EpochDay;
  readonly window: FixturesWindow;
  readonly index: FixturesIndex;
  readonly mainRoot: Root;
  /** True when the root is the account's; null when no account was given. */
  readonly published: true | null;
}

/**
 * Verifies a proof of a fixture batch's metadata offline.
 *
 * Errors: 7166 to 7168 of the options; 6010 index, 6062 length, 6027 time, 6005 times not in order, 6100 counts; 6044,
 * 6008, 2006, 6007 of the account; 6004.
 */
export function verifyFixtureBatch(
  proof: FixtureBatchProof,
  options: VerifyFixtureBatchOptions = {},
): FixtureBatchResult {
  checkOptions('verifyFixtureBatch', options, OPTIONS);
  const { rootsAccount, index } = options;
  const time = checkForm(proof, index);
  const { metadata, mainTreeProof } = proof;
  const published = rootsAccount ? fixturesRoot(rootsAccount, time, 2006) : undefined;
  const depth = depthOf(metadata.numUniqueFixtures + 1);
  if (mainTreeProof.length !== depth) {
    return fail(6004, {
      message: `The proof has ${mainTreeProof.length} nodes; ${metadata.numUniqueFixtures} fixtures make it ${depth}.`,
      ...placeOf(mainTreeProof),
    });
  }
  // The metadata is leaf 0 of its tree.
  if (leafIndexOf(mainTreeProof) !== 0)
    return fail(6004, { message: 'The proof has a sibling on the left.', ...placeOf(mainTreeProof) });
  const root = rootOf(fold(metadataLeafHash(metadata), mainTreeProof));
  const mainRoot = checking(mainTreeProof, () => publishedRoot(root, published));
  return { kind: 'fixture-batch', metadata, ...time, mainRoot, published: rootsAccount ? true : null };
}

function checkForm({ metadata, mainTreeProof }: FixtureBatchProof, index: number | undefined): FixturesTime {
  const { totalUpdateCount, numUniqueFixtures, overallBatchStartTs, overallBatchEndTs } = metadata;
  // A time out of range has no index to compare with, and is reported as such below.
  const expected = hourOf(overallBatchStartTs);
  if (index !== undefined && expected !== undefined && index !== expected) {
    return fail(6010, { message: `The index ${index} is not the metadata's ${expected}.`, index, expected });
  }
  checkLength(mainTreeProof, 'The proof');
  const time = checking(metadata, () => fixturesTimeOf(overallBatchStartTs));
  if (overallBatchStartTs > overallBatchEndTs) {
    return fail(6005, {
      message: `The batch starts at ${overallBatchStartTs} and ends at ${overallBatchEndTs}.`,
      ...placeOf(metadata),
    });
  }
  if (totalUpdateCount < 1 || numUniqueFixtures < 1) {
    return fail(6100, {
      message: `The batch counts ${totalUpdateCount} updates of ${numUniqueFixtures} fixtures.`,
      ...placeOf(metadata),
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
