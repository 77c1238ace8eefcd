import { INVALID_MAIN_TREE_PROOF, INVALID_PROOF_PATH, LENGTH_MISMATCH, TOO_MANY_STATS } from '../error/codes/oracle.js';
import { INVALID_COMPACT_FORM } from '../error/codes/verifier.js';
import type { ContextOf } from '../error/errors.js';
import { fail } from '../error/linesmanError.js';
import { checkOptions, checkValue, type OptionKind, type OptionRules, required } from '../format/checkOptions.js';
import type { CompactProof } from '../format/compactProof.js';
import { type Hash, rootOf } from '../format/hash.js';
import { I32_MAX, U32_MAX } from '../format/integer.js';
import { BYTES, integerOf, SPORT } from '../format/optionKinds.js';
import { type ScoreStat, statLeafHash } from '../format/scoreStat.js';
import { scoresSummaryLeafHash } from '../format/scoresBatchSummary.js';
import { sha256 } from '../format/sha256.js';
import type { SlotTime } from '../format/slotTime.js';
import type { Sport } from '../format/sports/sports.js';
import { statKey } from '../format/statKey.js';
import { checkIndices, foldMultiproofByNumber } from '../merkle/multiproof.js';
import { foldByNumber } from '../merkle/path.js';
import { checkPlace } from './eventPlace.js';
import type { Fact } from './fact.js';
import { dailyRoot } from './rootsAccount.js';
import { checkDistinctKeys, checkLength, checkUpdateStats, MAX_STATS } from './statForm.js';
import { publishedRoot } from './summaryRoot.js';
import type { ProvenEvent } from './verifyStat.js';
import { checkZeroBit } from './zeroProof.js';

/** The parts that a compact proof omits because the market stores them. */
export interface CompactQuestion {
  readonly fixtureId: number;
  /** 1 to 5 distinct stat keys. */
  readonly keys: readonly number[];
  /** Selects the layout of zero maps. */
  readonly sport: Sport;
}

const KEYS_ASKED: OptionKind = {
  expected: 'a list of stat keys',
  fits: (value) => Array.isArray(value) && value.every(integerOf(0, U32_MAX).fits),
};

const QUESTION: OptionRules<CompactQuestion> = {
  fixtureId: required(integerOf(Number.MIN_SAFE_INTEGER)),
  keys: required(KEYS_ASKED),
  sport: required(SPORT),
};

export interface ProvenCompact extends ProvenEvent {
  /** The witness, a present stat. */
  readonly witness: Fact | null;
}

/**
 * Checks everything about a compact proof that needs neither hashing nor an account, and returns the slot whose root it
 * has to match.
 *
 * Errors, in this order: MISSING_OPTION and WRONG_OPTION for the keys; TOO_MANY_STATS; PROOF_TOO_LARGE;
 * INVALID_COMPACT_FORM for inconsistent or superfluous parts; OVERFLOW for a time; TIME_SLOT_MISMATCH for times in
 * different slots; INVALID_UPDATE_COUNT; LENGTH_MISMATCH for the number of indices; INVALID_MULTIPROOF for the indices
 * or a repeated key.
 *
 * @example
 * ```ts
 * import type { CompactProof } from '@linesman/sdk/format';
 * import { checkCompactForm } from '@linesman/sdk/proof';
 *
 * declare const proof: CompactProof;
 * const { epochDay, slot } = checkCompactForm(proof, { keys: [1, 2] });
 * ```
 */
export function checkCompactForm(proof: CompactProof, { keys }: Pick<CompactQuestion, 'keys'>): SlotTime {
  checkValue('checkCompactForm', 'keys', keys, KEYS_ASKED);
  if (keys.length < 1 || keys.length > MAX_STATS) {
    return fail(TOO_MANY_STATS, { stats: keys.length, most: MAX_STATS });
  }
  checkLength({ length: fixtureLength(proof) }, 'fixture proof');
  checkLength(proof.mainSiblings, 'main tree proof');
  checkLength(proof.hashes, 'multiproof');
  const present = checkEncoding(proof, keys.length);
  const { updateCount, minTimestamp, maxTimestamp, leafIndices } = proof;
  // The summary's count is an i32: the program reads a larger u32 as negative.
  const counted = updateCount > I32_MAX ? updateCount - 2 ** 32 : updateCount;
  const time = checkUpdateStats({ updateCount: counted, minTimestamp, maxTimestamp });
  if (leafIndices.length !== present) {
    fail(LENGTH_MISMATCH, { indices: leafIndices.length, leaves: present });
  }
  checkIndices(leafIndices);
  checkDistinctKeys(proof.witness ? [...keys, proof.witness.key] : keys);
  return time;
}

/**
 * Proves the facts of a compact proof, with the settlement program's rules, order of checks and error numbers. Without
 * the bytes of the daily scores roots account, `mainRoot` is not compared with a published root.
 *
 * Errors: UNKNOWN_OPTION, MISSING_OPTION, WRONG_OPTION, SPORT_NOT_TRUSTED; those of `checkCompactForm` and `dailyRoot`;
 * INVALID_MAIN_TREE_PROOF for a summary without siblings; INVALID_FIXTURE_SUB_TREE_PROOF; INDEX_OUT_OF_BOUNDS and
 * STAT_NOT_ZERO for zero stats; MISSING_PROOF_NODE and INVALID_PROOF_PATH for the multiproof; INVALID_MAIN_TREE_PROOF
 * for another root than the published one.
 *
 * @example
 * ```ts
 * import { compactForm, proveCompact, type StatProofV3 } from '@linesman/sdk/proof';
 *
 * declare const proof: StatProofV3;
 * declare const rootsAccount: Uint8Array;
 * const question = { fixtureId: proof.summary.fixtureId, keys: [1, 2], sport: 'soccer' } as const;
 * const { facts } = proveCompact(compactForm(proof), question, rootsAccount);
 * ```
 */
export function proveCompact(
  proof: CompactProof,
  question: CompactQuestion,
  ...given: [rootsAccount?: Uint8Array]
): ProvenCompact {
  checkOptions('proveCompact', question, QUESTION);
  // An explicit undefined is an account that got lost, not a decision to skip the check.
  if (given.length > 0) checkValue('proveCompact', 'rootsAccount', given[0], BYTES);
  const [rootsAccount] = given;
  const time = checkCompactForm(proof, question);
  const published = rootsAccount ? dailyRoot('scores', rootsAccount, time) : undefined;
  const { updateCount, minTimestamp, maxTimestamp, updateIndex } = proof;
  const { fixtureId } = question;
  if (proof.mainSiblings.length === 0) return fail(INVALID_MAIN_TREE_PROOF, { problem: 'no node' });
  checkPlace(2 * updateIndex + 1, fixtureLength(proof), 2 * updateCount, updateCount);
  const facts = factsOf(proof, question);
  const eventStatRoot = eventStatRootOf(proof, question.keys);
  const updateStats = { updateCount, minTimestamp, maxTimestamp };
  const summary = { fixtureId, updateStats, eventsSubTreeRoot: subTreeRootOf(proof, eventStatRoot) };
  const leaf = scoresSummaryLeafHash(summary);
  const mainRoot = publishedRoot(rootOf(foldByNumber(leaf, proof.mainSiblings, proof.mainIndex)), published);
  const witness = witnessOf(proof);
  return {
    fixtureId,
    ...time,
    ...updateStats,
    updateIndex,
    eventStatRoot,
    mainRoot,
    facts,
    witness: witness && { kind: 'present', ...witness },
  };
}

/** Length of the path from the event stat root to the sub-tree root. A zero map replaces its first node. */
const fixtureLength = ({ fixtureSiblings, zeroMap }: CompactProof): number =>
  fixtureSiblings.length + (zeroMap === null ? 0 : 1);

const isAbsent = ({ absent }: CompactProof, place: number): boolean => ((absent >> place) & 1) === 1;

/** Returns the number of present stats. Errors: INVALID_COMPACT_FORM for inconsistent or superfluous parts. */
function checkEncoding(proof: CompactProof, keyCount: number): number {
  const { values, absent, zeroMap, witness, eventStatRoot, period, mainIndex, mainSiblings } = proof;
  const wrong = (fault: ContextOf<typeof INVALID_COMPACT_FORM>) => fail(INVALID_COMPACT_FORM, fault);
  if (values.length !== keyCount) return wrong({ problem: 'unequal values', values: values.length, keys: keyCount });
  if (absent >> keyCount !== 0) return wrong({ problem: 'absent beyond the keys', absent, keys: keyCount });
  const place = values.findIndex((value, i) => isAbsent(proof, i) && value !== 0);
  if (place >= 0) return wrong({ problem: 'value of an absent key', place, value: values[place] ?? 0 });
  if ((zeroMap !== null) !== (absent !== 0))
    return wrong({ problem: zeroMap ? 'needless zero map' : 'missing zero map' });
  const keysPresent = values.filter((_, i) => !isAbsent(proof, i)).length;
  // All stats of an update have one period, so a witness adds nothing to a present key.
  if (witness !== null && keysPresent > 0) return wrong({ problem: 'needless witness' });
  const present = keysPresent + (witness === null ? 0 : 1);
  if ((eventStatRoot !== null) !== (present === 0)) {
    return wrong({ problem: eventStatRoot ? 'needless event stat root' : 'missing event stat root' });
  }
  if (present === 0 && period !== 0) return wrong({ problem: 'unbound period', period });
  if (Math.floor(mainIndex / 2 ** mainSiblings.length) !== 0)
    return wrong({ problem: 'main index too large', mainIndex, siblings: mainSiblings.length });
  return present;
}

function factsOf(proof: CompactProof, { keys, sport }: CompactQuestion): Fact[] {
  const { zeroMap, period, eventStatRoot } = proof;
  return keys.map((number, place): Fact => {
    const key = statKey(number);
    if (zeroMap === null || !isAbsent(proof, place))
      return { kind: 'present', key, value: proof.values[place] ?? 0, period };
    checkZeroBit(zeroMap, sport, key, eventStatRoot);
    return { kind: 'absent', key, value: 0 };
  });
}

const witnessOf = ({ witness, period }: CompactProof): ScoreStat | null =>
  witness && { key: statKey(witness.key), value: witness.value, period };

function eventStatRootOf(proof: CompactProof, keys: readonly number[]): Hash {
  const { eventStatRoot, hashes, period, leafIndices, values } = proof;
  if (eventStatRoot !== null) {
    if (hashes.length > 0) fail(INVALID_PROOF_PATH, { problem: 'no leaf', hashes: hashes.length });
    return eventStatRoot;
  }
  const stats = keys.flatMap((key, place): ScoreStat[] =>
    isAbsent(proof, place) ? [] : [{ key: statKey(key), value: values[place] ?? 0, period }],
  );
  const witness = witnessOf(proof);
  if (witness) stats.push(witness);
  return foldMultiproofByNumber(stats.map(statLeafHash), hashes, leafIndices);
}

/** The path of the event stat root. An update has two adjacent leaves: its zero map left, that root right. */
export const fixtureHashes = ({ zeroMap, fixtureSiblings }: CompactProof): readonly Hash[] =>
  zeroMap === null ? fixtureSiblings : [sha256(zeroMap), ...fixtureSiblings];

export const subTreeRootOf = (proof: CompactProof, eventStatRoot: Hash): Hash =>
  foldByNumber(eventStatRoot, fixtureHashes(proof), 2 * proof.updateIndex + 1);
