import { fail } from '../error/index.js';
import { checkOptions, checkValue, type OptionKind, type OptionRules, required } from '../format/checkOptions.js';
import {
  type CompactProof,
  type Hash,
  I32_MAX,
  layoutByteOf,
  rootOf,
  type ScoreStat,
  type SlotTime,
  type Sport,
  scoresSummaryLeafHash,
  sha256,
  statKey,
  statLeafHash,
  U32_MAX,
} from '../format/index.js';
import { BYTES, integerOf, SPORT } from '../format/optionKinds.js';
import { checkIndices, foldByNumber, foldMultiproofByNumber } from '../merkle/index.js';
import { checkPlace } from './eventPlace.js';
import type { Fact } from './fact.js';
import { dailyRoot } from './rootsAccount.js';
import { checkDistinctKeys, checkLength, checkUpdateStats, MAX_STATS } from './statForm.js';
import { publishedRoot } from './summaryRoot.js';
import type { ProvenEvent } from './verifyStat.js';
import { checkZeroBit } from './zeroProof.js';

/** What a compact proof does not carry, because the market says it. */
export interface CompactQuestion {
  readonly fixtureId: number;
  /** 1 to 5 distinct stat keys. */
  readonly keys: readonly number[];
  /** Decides which key has which bit of a zero map. */
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
 * Everything that needs neither hashing nor an account; gives the slot that the root has to be of.
 *
 * Errors, in this order: 7167 and 7168 no list of keys, 6069 number of keys, 6062 lengths, 6103 parts that do not fit
 * or are not needed, 6027 times, 6005 times not of one slot, 6100 update count, 6075 number of indices, 6076 indices or
 * repeated keys.
 */
export function checkCompactForm(proof: CompactProof, { keys }: Pick<CompactQuestion, 'keys'>): SlotTime {
  checkValue('checkCompactForm', 'keys', keys, KEYS_ASKED);
  if (keys.length < 1 || keys.length > MAX_STATS) {
    return fail(6069, {
      message: `The proof is of ${keys.length} stats, not of 1 to ${MAX_STATS}.`,
      stats: keys.length,
    });
  }
  checkLength({ length: fixtureLength(proof) }, 'The fixture proof');
  checkLength(proof.mainSiblings, 'The main tree proof');
  checkLength(proof.hashes, 'The multiproof');
  const present = checkEncoding(proof, keys.length);
  const { updateCount, minTimestamp, maxTimestamp, leafIndices } = proof;
  // The summary counts in 31 bits; beyond that the program reads a negative number.
  const counted = updateCount > I32_MAX ? updateCount - 2 ** 32 : updateCount;
  const time = checkUpdateStats({ updateCount: counted, minTimestamp, maxTimestamp });
  if (leafIndices.length !== present) {
    fail(6075, { message: `The multiproof has ${leafIndices.length} indices for ${present} present leaves.` });
  }
  checkIndices(leafIndices);
  checkDistinctKeys(proof.witness ? [...keys, proof.witness.key] : keys);
  return time;
}

/**
 * What a compact proof proves, with the rules, the order and the error numbers of the settlement program.
 *
 * Errors: 7165 to 7168 of what is asked; those of `checkCompactForm`; 6011, 6008, 2006, 6007 of the account; 6004 no
 * sibling of the summary; 6022; 6073 and 6074 of zero stats; 6077 and 6078 of the multiproof; 6004 when all of it leads
 * to another root than the published one.
 */
export function proveCompact(
  proof: CompactProof,
  question: CompactQuestion,
  ...given: [rootsAccount?: Uint8Array]
): ProvenCompact {
  checkOptions('proveCompact', question, QUESTION);
  // Given and undefined is not left out: the caller means to have it checked.
  if (given.length > 0) checkValue('proveCompact', 'rootsAccount', given[0], BYTES);
  const [rootsAccount] = given;
  const time = checkCompactForm(proof, question);
  const published = rootsAccount ? dailyRoot('scores', rootsAccount, time) : undefined;
  const { updateCount, minTimestamp, maxTimestamp, updateIndex } = proof;
  const { fixtureId } = question;
  if (proof.mainSiblings.length === 0) return fail(6004, { message: 'The main tree proof has no node.' });
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

/** Nodes of the path from the event stat root to the sub-tree root; the zero map stands for the first. */
const fixtureLength = ({ fixtureSiblings, zeroMap }: CompactProof): number =>
  fixtureSiblings.length + (zeroMap === null ? 0 : 1);

const isAbsent = ({ absent }: CompactProof, place: number): boolean => ((absent >> place) & 1) === 1;

/** What is not needed is not there, and what is there fits (6103); gives the number of present stats. */
function checkEncoding(proof: CompactProof, keyCount: number): number {
  const { values, absent, zeroMap, witness, eventStatRoot, period, mainIndex, mainSiblings } = proof;
  const wrong = (message: string) => fail(6103, { message });
  if (values.length !== keyCount) return wrong(`There are ${values.length} values for ${keyCount} keys.`);
  if (absent >> keyCount !== 0)
    return wrong(`The bits ${absent.toString(2)} mark more than ${keyCount} keys as absent.`);
  const place = values.findIndex((value, i) => isAbsent(proof, i) && value !== 0);
  if (place >= 0) return wrong(`Key ${place} is absent, and its value is ${values[place]}.`);
  if ((zeroMap !== null) !== (absent !== 0))
    return wrong(zeroMap ? 'There is a zero map and no absent key.' : 'A key is absent and there is no zero map.');
  const keysPresent = values.filter((_, i) => !isAbsent(proof, i)).length;
  // All stats of an update have one period: beside a present key a witness would say nothing new.
  if (witness !== null && keysPresent > 0) return wrong('There is a witness beside a present key.');
  const present = keysPresent + (witness === null ? 0 : 1);
  if ((eventStatRoot !== null) !== (present === 0)) {
    return wrong(
      eventStatRoot
        ? 'The event stat root is given, although it follows from the present stats.'
        : 'No stat is present, and the event stat root is missing.',
    );
  }
  if (present === 0 && period !== 0) return wrong(`No stat is present, so nothing binds the period ${period}.`);
  if (Math.floor(mainIndex / 2 ** mainSiblings.length) !== 0)
    return wrong(`The main index ${mainIndex} has bits beyond the ${mainSiblings.length} siblings.`);
  return present;
}

function factsOf(proof: CompactProof, { keys, sport }: CompactQuestion): Fact[] {
  const { zeroMap, period, eventStatRoot } = proof;
  return keys.map((number, place): Fact => {
    const key = statKey(number);
    if (zeroMap === null || !isAbsent(proof, place))
      return { kind: 'present', key, value: proof.values[place] ?? 0, period };
    checkZeroBit(zeroMap, layoutByteOf(sport), key, eventStatRoot);
    return { kind: 'absent', key };
  });
}

const witnessOf = ({ witness, period }: CompactProof): ScoreStat | null =>
  witness && { key: statKey(witness.key), value: witness.value, period };

function eventStatRootOf(proof: CompactProof, keys: readonly number[]): Hash {
  const { eventStatRoot, hashes, period, leafIndices, values } = proof;
  if (eventStatRoot !== null) {
    if (hashes.length > 0) fail(6078, { message: `The multiproof has ${hashes.length} hashes and proves no leaf.` });
    return eventStatRoot;
  }
  const stats = keys.flatMap((key, place): ScoreStat[] =>
    isAbsent(proof, place) ? [] : [{ key: statKey(key), value: values[place] ?? 0, period }],
  );
  const witness = witnessOf(proof);
  if (witness) stats.push(witness);
  return foldMultiproofByNumber(stats.map(statLeafHash), hashes, leafIndices);
}

/** The two leaves of the update stand side by side, its zero map's on the left. */
function subTreeRootOf({ zeroMap, fixtureSiblings, updateIndex }: CompactProof, eventStatRoot: Hash): Hash {
  const siblings = zeroMap === null ? fixtureSiblings : [sha256(zeroMap), ...fixtureSiblings];
  return foldByNumber(eventStatRoot, siblings, 2 * updateIndex + 1);
}
