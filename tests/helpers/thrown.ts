import { LinesmanError } from '../../ts/sdk/error/linesmanError.js';

/** The `LinesmanError` that `run` throws. Fails the test when it throws nothing or something else. */
export function thrown(run: () => unknown): LinesmanError {
  let result: unknown;
  try {
    result = run();
  } catch (error) {
    if (error instanceof LinesmanError) return error;
    throw error;
  }
  throw new Error(`nothing was thrown; the result is ${JSON.stringify(result)}`);
}

/** The error number, or `true` when nothing is thrown. */
export function outcome(run: () => unknown): number | true {
  try {
    run();
    return true;
  } catch (error) {
    if (error instanceof LinesmanError) return error.number;
    throw error;
  }
}

/** Of a promise: the error number, or whatever else it rejects with, or `true`. */
export const numberOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => true,
    (error: unknown) => (error instanceof LinesmanError ? error.number : error),
  );
