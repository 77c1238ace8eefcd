import type { ErrorNumber } from '../../error/errors.js';
import type { LinesmanError } from '../../error/linesmanError.js';
import type { Hash } from '../../format/hash.js';
import type { Proof } from '../proof.js';
import type { VerifyResult } from '../verify.js';

/**
 * The parts of a proof, from the chain down: the roots account; the main tree of the slot; the tree of the fixture; the
 * stats of one update. In addition there may be a signature and a condition.
 */
export type LevelName = 'account' | 'slot' | 'fixture' | 'event' | 'signature' | 'condition';

/** A node of a hash tree, with the nodes it was computed from. */
export interface InspectedNode {
  /** Unique in the inspection. */
  readonly id: string;
  /**
   * `leaf`: hashed from data of the proof, or the root of the level below. `zero map`: the map beside an update.
   * `sibling`: a hash of the proof. `inner` and `root`: computed from the two children. `published`: read from the
   * roots account.
   */
  readonly kind: 'leaf' | 'zero map' | 'sibling' | 'inner' | 'root' | 'published';
  /** The side on which it is hashed; null for a root. */
  readonly side: 'left' | 'right' | null;
  readonly hash: Hash;
  /** Its description: one line, at most 200 characters, without control characters. */
  readonly text: string;
  /** Left and right, or none. */
  readonly children: readonly InspectedNode[];
}

/**
 * `holds`: the verifier has passed it. `broken`: the verifier stopped here. `not reached`: it comes after a broken one.
 * `not asked`: its account, key or condition was not given.
 */
export type CheckState = 'holds' | 'broken' | 'not reached' | 'not asked';

/** One check of the verifier, and the two things that it binds to each other. */
export interface InspectedCheck {
  /** Unique in the inspection, such as `fixture-root`; checks of a stat have its position, such as `stat-path.0`. */
  readonly id: string;
  readonly level: LevelName;
  /** The error that the verifier raises. */
  readonly error: ErrorNumber;
  readonly errorName: string;
  /** The statement that the check confirms, in words. */
  readonly binds: string;
  readonly state: CheckState;
  /** Id of the node that the check is about; null if it is not about a hash. */
  readonly node: string | null;
  /** The value in the proof, in words; hashes in hex. Null if it is unknown. */
  readonly found: string | null;
  /** The value that the check requires. */
  readonly expected: string | null;
}

export interface InspectedLevel {
  readonly name: LevelName;
  /** The level's description. */
  readonly title: string;
  /**
   * The hash trees of the level, root first. Usually there is one. Versions 1 and 2 have one for each stat; a broken
   * multiproof that stops half-way has several; and there is none if the paths are too long to be hashed.
   */
  readonly trees: readonly InspectedNode[];
  /** The root that the level above or the account names; null if it is not known. */
  readonly root: Hash | null;
  readonly rootText: string | null;
}

/** The place at which the verifier stopped. */
export interface ProofBreak {
  readonly check: InspectedCheck;
  readonly level: LevelName;
  readonly error: LinesmanError;
  /** Place in the document, if the proof was parsed from one. */
  readonly path: string | null;
}

/** A proof as its levels, nodes and checks. */
export interface Inspection {
  readonly kind: Proof['kind'];
  readonly version: 1 | 2 | 3 | 4 | null;
  /** The proven statement, in words. */
  readonly about: string;
  /** From the chain down. */
  readonly levels: readonly InspectedLevel[];
  /** In the order of the verifier. */
  readonly checks: readonly InspectedCheck[];
  /** The verifier's result; null for a broken proof. */
  readonly result: VerifyResult | null;
  /** Null for a valid proof. */
  readonly breaks: ProofBreak | null;
}
