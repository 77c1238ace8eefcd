import { NOT_PUBLISHED_YET } from '../error/codes/api.js';
import { ACCOUNT_NOT_FOUND } from '../error/codes/library.js';
import { ROOT_NOT_AVAILABLE } from '../error/codes/oracle.js';
import { isError, LinesmanError } from '../error/linesmanError.js';
import { checkOptions, type OptionRules, optional, required } from '../format/checkOptions.js';
import { SPORT, TEXT } from '../format/optionKinds.js';
import type { Sport } from '../format/sports/sports.js';
import { fetchRoots } from '../program/account/fetchRoots.js';
import type { Address } from '../program/address/address.js';
import { parseCondition, strategyOf } from '../proof/condition.js';
import type { Inspection } from '../proof/inspect/inspection.js';
import { inspectProof } from '../proof/inspect/inspectProof.js';
import { parseProof } from '../proof/parse.js';
import type { Proof } from '../proof/proof.js';
import { rootsPlaceOf } from '../proof/rootsPlace.js';
import { accountReader } from '../rpc/accountReader.js';

/** The parties that a page names. No other node and no service is asked. */
export interface PageQuestion {
  /** The answer of a service: the JSON text of a proof. */
  readonly proof: string;
  /** Address of the RPC node that is trusted about the chain. */
  readonly rpc: string;
  /** The oracle program whose roots count. */
  readonly oracle: Address;
  /** Decides what stats mean; never taken from the proof. */
  readonly sport: Sport;
  /** A condition on the stats, such as `k1 - k2 > 0`. */
  readonly where?: string;
}

const QUESTION: OptionRules<PageQuestion> = {
  proof: required(TEXT),
  rpc: required(TEXT),
  oracle: required(TEXT),
  sport: required(SPORT),
  where: optional(TEXT),
};

/**
 * The answer of a page about a proof. `proven`: its root is on chain, and the condition, if there is one, is true.
 * `untrue`: proven, and the condition is false. `broken`: it is a proof, and fails a check. `pending`: the chain has no
 * root of that time yet. `unknown`: it could not be checked, because it is no proof, the condition cannot be evaluated,
 * or the chain could not be asked.
 */
export interface PageAnswer {
  readonly kind: 'proven' | 'untrue' | 'broken' | 'pending' | 'unknown';
  /** The levels and checks of the proof; null for a document without a proof. */
  readonly inspection: Inspection | null;
  /** Why it is broken, pending or unknown. */
  readonly error: LinesmanError | null;
}

/**
 * Verifies a proof in the visitor's browser, against the node that the page names. Returns a fault of the proof
 * instead of throwing it. Errors: UNKNOWN_OPTION, MISSING_OPTION, WRONG_OPTION; MALFORMED_URL; those of a condition.
 *
 * @example
 * ```ts
 * import { checkOnPage, type PageQuestion } from '@linesman/sdk/page';
 *
 * declare const question: PageQuestion;
 * const { kind, error } = await checkOnPage(question);
 * document.title = kind === 'proven' ? 'Proven' : (error?.message ?? kind);
 * ```
 */
export async function checkOnPage(question: PageQuestion): Promise<PageAnswer> {
  checkOptions('checkOnPage', question, QUESTION);
  const { rpc, oracle, sport, where } = question;
  const chain = accountReader(rpc);
  const condition = where === undefined ? null : parseCondition(where);
  const read = proofIn(question.proof);
  if (read instanceof LinesmanError) return unchecked(read);
  const strategy =
    condition &&
    read.kind === 'stat' &&
    strategyOf(
      condition,
      read.leaves.map(({ stat }) => stat.key),
    );
  const asked = { sport, ...(strategy && { strategy }) };
  let rootsAccount: Uint8Array;
  try {
    const { kind, epochDay } = rootsPlaceOf(read);
    rootsAccount = (await fetchRoots(chain, { kind, epochDay, oracle })).data;
  } catch (error) {
    if (!(error instanceof LinesmanError)) throw error;
    const inspection = inspectProof(read, asked);
    return inspection.breaks ? brokenBy(inspection) : unchecked(error, inspection);
  }
  const inspection = inspectProof(read, { ...asked, rootsAccount });
  if (inspection.breaks) return brokenBy(inspection);
  const { result } = inspection;
  const isUntrue = result?.kind === 'stat' && result.verdict === false;
  return { kind: isUntrue ? 'untrue' : 'proven', inspection, error: null };
}

/** A root that is missing, and a condition that cannot be evaluated, say nothing about the proof. */
const brokenBy = (inspection: Inspection): PageAnswer => {
  const { level, error = null } = inspection.breaks ?? {};
  if (error && (level === 'account' || level === 'condition')) return unchecked(error, inspection);
  return { kind: 'broken', inspection, error };
};

/** The answer about something that was not checked, and why. */
export const unchecked = (error: LinesmanError, inspection: Inspection | null = null): PageAnswer => ({
  kind: isError(error, NOT_PUBLISHED_YET, ROOT_NOT_AVAILABLE, ACCOUNT_NOT_FOUND) ? 'pending' : 'unknown',
  inspection,
  error,
});

function proofIn(text: string): Proof | LinesmanError {
  try {
    return parseProof(text);
  } catch (error) {
    if (error instanceof LinesmanError) return error;
    throw error;
  }
}
