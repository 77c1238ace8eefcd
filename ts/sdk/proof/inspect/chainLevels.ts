import {
  ACCOUNT_DISCRIMINATOR_MISMATCH,
  INVALID_MAIN_TREE_PROOF,
  PROOF_TOO_LARGE,
  ROOT_NOT_AVAILABLE,
} from '../../error/codes/oracle.js';
import { NOT_ATTESTED } from '../../error/codes/settlement.js';
import { WRONG_ATTESTATION, WRONG_ATTESTER_SET } from '../../error/codes/verifier.js';
import type { ErrorNumber } from '../../error/errors.js';
import { LinesmanError } from '../../error/linesmanError.js';
import { hexed } from '../../error/quoted.js';
import type { Hash } from '../../format/hash.js';
import { bytesToHex } from '../../format/hex.js';
import type { Path } from '../../format/proofNode.js';
import { MS_PER_DAY } from '../../format/slotTime.js';
import { leafIndexOf } from '../../merkle/path.js';
import type { Proof } from '../proof.js';
import type { RootAttesters } from '../rootAttesters.js';
import { ROOTS_LAYOUTS, type RootsKind, storedDay } from '../rootsAccount.js';
import { publishedRoot, ROOTS_TIMES } from '../rootsPlace.js';
import { MAX_PATH } from '../statForm.js';
import { type CheckDraft, problem } from './checkDraft.js';
import { nodesText, pathTree } from './hashTree.js';
import type { InspectedLevel, InspectedNode, LevelName } from './inspection.js';
import type { InspectOptions, RootsSource } from './inspectOptions.js';
import { clockText, dayText } from './words.js';

interface Place {
  /** Day that the account must have; for fixtures, the first of its window. */
  readonly day: number;
  readonly index: number;
  readonly text: string;
}

/** The account and the root in it that a time points to; undefined for a time without a day. */
const placeOf = (kind: RootsKind, time: number): Place | undefined =>
  unlessRefused(() => {
    const { placeAt, slotName, slotLength } = ROOTS_TIMES[kind];
    const { epochDay: day, index } = placeAt(time);
    const from = (time % MS_PER_DAY) - (time % slotLength);
    const number = slotName === 'slot' ? ` ${index}` : '';
    const ofDay = dayText(Math.floor(time / MS_PER_DAY));
    return { day, index, text: `day ${ofDay}, ${slotName}${number} from ${clockText(from / 60_000)}` };
  });

/** What is read or computed, or undefined where that is refused: the checks say why. */
function unlessRefused<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof LinesmanError) return undefined;
    throw error;
  }
}

/** The wording of the levels about a root, by the source of the account. */
const ROOT_WORDS = {
  chain: { account: ' on chain', root: 'published root', one: 'the published one', isThere: 'is published' },
  case: {
    account: ', as the case recorded it',
    root: 'recorded root',
    one: 'the recorded one',
    isThere: 'is in the case',
  },
} as const satisfies Record<RootsSource, object>;

interface Chain {
  readonly kind: RootsKind;
  /** The time that chooses the root. */
  readonly time: number;
  readonly proof: Proof;
  readonly options: InspectOptions;
  /** The leaf of the main tree: a summary, or the metadata. */
  readonly leaf: Pick<InspectedNode, 'hash' | 'text'>;
  readonly path: Path;
  /** The verifier's name of the path in PROOF_TOO_LARGE. */
  readonly pathName: string;
  readonly wrongDay: ErrorNumber;
  /** Which errors of `wrongDay` are about the account. */
  readonly isWrongDay?: CheckDraft['isOwn'] | undefined;
}

interface ChainParts {
  readonly levels: readonly [account: InspectedLevel, slot: InspectedLevel];
  readonly size: CheckDraft;
  readonly account: readonly CheckDraft[];
  readonly notEmpty: CheckDraft;
  readonly root: CheckDraft;
  /** None unless attesters are asked for: a proof without them lacks nothing. */
  readonly attested: readonly CheckDraft[];
}

/** The two upper levels: the roots account, and the tree from its root down to a summary. */
export function chainParts(chain: Chain): ChainParts {
  const { kind, time, proof, options, leaf, path, pathName, wrongDay, isWrongDay } = chain;
  const { rootsAccount: account, rootsFrom = 'chain', attesters } = options;
  const words = ROOT_WORDS[rootsFrom];
  const vouched = attesters && vouchedText(proof, attesters);
  const place = placeOf(kind, time);
  const published = account && unlessRefused(() => publishedRoot(kind, account, time));
  const { slotName: slot } = ROOTS_TIMES[kind];
  const trees = pathTree({
    id: 'slot',
    leaf: { kind: 'leaf', ...leaf },
    path,
    root: `root of the ${slot}`,
    leaves: ['leaf', 'leaves'],
    ...(path.length > 0 &&
      path.length <= MAX_PATH &&
      leafIndexOf(path) === 1 && { first: { kind: 'sibling', text: 'leaf 0, the metadata' } }),
  });
  const [top] = trees;
  const where = place?.text ?? 'a time without a day';
  const accountText = `${kind} roots account`;
  const rootText = vouched === undefined ? words.root : `${words.root}, vouched for by ${vouched}`;
  return {
    levels: [
      {
        name: 'account',
        title: `${accountText}${words.account}: ${where}`,
        trees: published
          ? [{ id: 'account.0', kind: 'published', side: null, hash: published, text: rootText, children: [] }]
          : [],
        root: null,
        rootText: null,
      },
      {
        name: 'slot',
        title: `main tree of the ${slot}`,
        trees,
        root: published ?? null,
        rootText: published ? `the ${words.root}` : null,
      },
    ],
    size: pathSize('slot', 'the path of the main tree', path, pathName),
    account: accountChecks({
      kind,
      place,
      account,
      wrongDay,
      isWrongDay,
      slot,
      words,
      isPublished: published !== undefined,
    }),
    notEmpty: {
      id: 'slot-path',
      level: 'slot',
      error: INVALID_MAIN_TREE_PROOF,
      isOwn: problem('no node'),
      binds: 'a summary has siblings: leaf 0 of a main tree is its metadata',
      found: nodesText(path.length),
      expected: 'at least 1 node',
    },
    root: {
      id: 'slot-root',
      level: 'slot',
      error: INVALID_MAIN_TREE_PROOF,
      isOwn: problem('other root'),
      binds: `the ${slot}'s root is ${words.one}`,
      isAsked: account !== undefined,
      ...(top && { node: top.id, found: bytesToHex(top.hash) }),
      expected: published ? bytesToHex(published) : null,
    },
    attested: attesters ? [attestedCheck(attesters.least, vouched, slot)] : [],
  };
}

const attestedCheck = (least: number, found: string | undefined, slot: string): CheckDraft => ({
  id: 'account-attested',
  level: 'account',
  error: NOT_ATTESTED,
  others: [WRONG_ATTESTER_SET, WRONG_ATTESTATION],
  binds: `enough attesters vouch for the ${slot}'s root`,
  found,
  expected: `at least ${least}`,
});

/** How many keys of a set vouch for the root of a proof; undefined if the accounts do not say. */
const vouchedText = (proof: Proof, attesters: RootAttesters): string | undefined =>
  unlessRefused(() => {
    const { count, keys } = attesters.count(proof);
    return `${count} of ${keys} attesters`;
  });

interface AccountQuestion extends Pick<Chain, 'kind' | 'wrongDay' | 'isWrongDay'> {
  readonly account: Uint8Array | undefined;
  readonly place: Place | undefined;
  readonly slot: string;
  readonly words: (typeof ROOT_WORDS)[RootsSource];
  readonly isPublished: boolean;
}

function accountChecks({ kind, place, account, wrongDay, isWrongDay, ...more }: AccountQuestion): CheckDraft[] {
  const { discriminator, size, wrongLength } = ROOTS_LAYOUTS[kind];
  const { slot, words, isPublished } = more;
  const isAsked = account !== undefined;
  const day = account && account.length >= 10 ? storedDay(account) : undefined;
  const level: LevelName = 'account';
  return [
    {
      id: 'account-size',
      level,
      error: wrongLength,
      binds: `the bytes are a whole ${kind} roots account`,
      isAsked,
      found: account ? `${account.length} bytes` : null,
      expected: `${size} bytes`,
    },
    {
      id: 'account-kind',
      level,
      error: ACCOUNT_DISCRIMINATOR_MISMATCH,
      binds: `the account holds roots of ${kind}`,
      isAsked,
      found: account ? `discriminator ${hexed(account.subarray(0, 8))}` : null,
      expected: `discriminator ${hexed(discriminator)}`,
    },
    {
      id: 'account-day',
      level,
      error: wrongDay,
      ...(isWrongDay && { isOwn: isWrongDay }),
      binds: `the account is of the ${ROOTS_TIMES[kind].accountName} that the proof's time names`,
      isAsked,
      found: day === undefined ? null : `day ${dayText(day)}`,
      expected: place ? `day ${dayText(place.day)}` : null,
    },
    {
      id: 'account-root',
      level,
      error: ROOT_NOT_AVAILABLE,
      binds: `the ${slot}'s root ${words.isThere}`,
      isAsked,
      found: isPublished ? 'a root' : account && '32 zero bytes',
      expected: place && `a root for ${slot} ${place.index}`,
    },
  ];
}

/** The limit on the length of a path; `name` is the verifier's name of the path in the error. */
export const pathSize = (level: LevelName, what: string, { length }: Path, name: string): CheckDraft => ({
  id: `${level}-path-size`,
  level,
  error: PROOF_TOO_LARGE,
  isOwn: (context) => context.what === name,
  binds: `${what} is short enough to be hashed`,
  found: nodesText(length),
  expected: `at most ${nodesText(MAX_PATH)}`,
});

/** Whether a tree hashes to the root that the level above names. */
export const rootCheck = (
  draft: Pick<CheckDraft, 'id' | 'level' | 'error' | 'binds' | 'isOwn'>,
  top: InspectedNode | undefined,
  root: Hash,
): CheckDraft => ({
  ...draft,
  ...(top && { node: top.id, found: bytesToHex(top.hash) }),
  expected: bytesToHex(root),
});
