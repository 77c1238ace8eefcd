import { CONDITION_NOT_APPLICABLE, UNKNOWN_RESPONSE } from '../../error/codes/library.js';
import { fail, LinesmanError } from '../../error/linesmanError.js';
import { checkOptions } from '../../format/checkOptions.js';
import { checkProof } from '../checkProof.js';
import type { Proof } from '../proof.js';
import { type VerifyResult, verify } from '../verify.js';
import { judged } from './checkDraft.js';
import type { Inspection } from './inspection.js';
import { INSPECT_OPTIONS, type InspectOptions } from './inspectOptions.js';
import { draftFixture, draftFixtureBatch, draftOdds } from './inspectRecord.js';
import { type Draft, draftStat } from './inspectStat.js';

/**
 * Shows why a proof holds, or where it breaks: its levels with every node, and the checks of the verifier in order. The
 * verdict is that of {@link verify}, with the same options; a proof that `verify` refuses is not an error here.
 *
 * Levels and nodes are numbers, bytes and short English; text of records in them is cut, and has no control characters.
 *
 * Errors: those of `verify` for the options, and CONDITION_NOT_APPLICABLE and UNKNOWN_RESPONSE.
 *
 * @example
 * ```ts
 * import { inspectProof, parseProof } from '@linesman/sdk/proof';
 *
 * declare const answer: string;
 * const { levels, breaks } = inspectProof(parseProof(answer), { sport: 'soccer' });
 * for (const { title, trees } of levels) console.log(title, trees);
 * if (breaks) console.log(breaks.check.binds, breaks.check.found, breaks.check.expected);
 * ```
 */
export function inspectProof(proof: Proof, options: InspectOptions): Inspection {
  checkProof('inspectProof', proof);
  checkOptions('inspectProof', options, INSPECT_OPTIONS);
  const { rootsFrom: _, ...asked } = options;
  if (options.strategy && proof.kind !== 'stat') fail(CONDITION_NOT_APPLICABLE);
  let result: VerifyResult | null = null;
  let error: LinesmanError | null = null;
  try {
    result = verify(proof, asked);
  } catch (cause) {
    // Numbers below 7000 are faults of proofs; the others are faults of the call.
    if (!(cause instanceof LinesmanError) || !cause.isOfProgram) throw cause;
    error = cause;
  }
  const { about, levels, checks: drafts } = draftOf(proof, options);
  const { checks, broken } = judged(drafts, error);
  // If a check were missing here, a broken proof would look valid.
  if (error && !broken) throw error;
  const path = error?.context.path;
  return {
    kind: proof.kind,
    version: 'version' in proof ? proof.version : null,
    about,
    levels,
    checks,
    result,
    breaks:
      error && broken
        ? { check: broken, level: broken.level, error, path: typeof path === 'string' ? path : null }
        : null,
  };
}

function draftOf(proof: Proof, options: InspectOptions): Draft {
  switch (proof.kind) {
    case 'stat':
      return draftStat(proof, options);
    case 'odds':
      return draftOdds(proof, options);
    case 'fixture':
      return draftFixture(proof, options);
    case 'fixture-batch':
      return draftFixtureBatch(proof, options);
    default:
      return fail(UNKNOWN_RESPONSE, { problem: 'no such proof', value: (proof satisfies never as Proof).kind });
  }
}
