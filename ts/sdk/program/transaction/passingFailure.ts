import { SIMULATION_FAILED } from '../../error/codes/library.js';
import { errorOf, isError, type LinesmanError } from '../../error/linesmanError.js';
import { checkOptions, type OptionRules, optional, required } from '../../format/checkOptions.js';
import { FUNCTION, integerOf, SIGNAL } from '../../format/optionKinds.js';
import type { Simulation } from '../chain.js';
import { errorFromLogs } from '../errorFromLogs.js';
import { isPassingFailure } from '../nodeAnswers.js';
import type { ProgramIds } from '../programId.js';
import { untilAborted } from '../untilAborted.js';

/** ms between two status requests, and before a transaction is built again for the first time. */
export const POLL = 500;
/** How many blockhashes may expire, and how often a transaction is built while its node lags behind. */
export const SEND_ATTEMPTS = 5;

/** Why a simulation failed: the program's own error, or SIMULATION_FAILED. */
export function simulationFailure(
  { error, logs, unitsConsumed }: Pick<Simulation, 'error' | 'logs' | 'unitsConsumed'>,
  programs: ProgramIds,
  cost: { readonly size?: number } = {},
): LinesmanError {
  const known = errorFromLogs(logs, programs, { ...cost, unitsConsumed });
  if (known) return known;
  const isPassing = isPassingFailure(error);
  return errorOf(SIMULATION_FAILED, { problem: 'simulation', ...cost, unitsConsumed, error, logs, isPassing });
}

/** Whether a transaction failed only at the state in which a node was, so that it may succeed a second later. */
const isPassing = (error: unknown): boolean =>
  isError(error, SIMULATION_FAILED) && 'isPassing' in error.context && error.context.isPassing === true;

export interface PatientBuild {
  /** Waits this many ms. */
  readonly sleep: (ms: number) => Promise<unknown>;
  /** How often it is built. Default 5. */
  readonly attempts?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

const OPTIONS: OptionRules<PatientBuild> = {
  sleep: required(FUNCTION),
  attempts: optional(integerOf(1)),
  signal: optional(SIGNAL),
};

/**
 * Builds a transaction, and again after a longer wait each time, while its simulation fails only at the state of a node
 * that lags behind the cluster: an unknown blockhash, an account that was just created. Errors: those of `build`, the
 * last one when the node stays so; REQUEST_ABORTED; UNKNOWN_OPTION, MISSING_OPTION and WRONG_OPTION.
 *
 * @example
 * ```ts
 * import { type BuildParameters, buildPatiently, buildTransaction } from '@linesman/sdk/program';
 *
 * declare const parameters: BuildParameters;
 * const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
 * const { transaction } = await buildPatiently(() => buildTransaction(parameters), { sleep });
 * ```
 */
export async function buildPatiently<T>(build: () => Promise<T>, patience: PatientBuild): Promise<T> {
  checkOptions('buildPatiently', patience, OPTIONS);
  const { sleep, attempts = SEND_ATTEMPTS, signal } = patience;
  for (let attempt = 1; ; attempt++) {
    try {
      return await untilAborted(build, signal);
    } catch (error) {
      if (!isPassing(error) || attempt >= attempts) throw error;
      await untilAborted(() => sleep(POLL * attempt), signal);
    }
  }
}
