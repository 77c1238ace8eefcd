import { errorOf, LinesmanError, OUTSIDE_FAILURE } from '@linesman/sdk/error';

/** An error as states have it. One that is not ours, such as that of a wallet, is the cause of an OUTSIDE_FAILURE. */
export const asError = (error: unknown): LinesmanError =>
  error instanceof LinesmanError ? error : errorOf(OUTSIDE_FAILURE, { reason: String(error) }, { cause: error });
