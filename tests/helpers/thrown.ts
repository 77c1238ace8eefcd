import { LinesmanError } from '../../ts/linesman/error/index.js';

/** The error that `run` throws; a failure of the test when it throws none, or none of ours. */
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

/** Its number, or `true` when nothing is thrown. */
export function outcome(run: () => unknown): number | true {
  try {
    run();
    return true;
  } catch (error) {
    if (error instanceof LinesmanError) return error.number;
    throw error;
  }
}
