import { type LinesmanError, relayed } from '@linesman/sdk/error';
import { OLDER_TREE } from '@linesman/sdk/internal/error/texts/text';

/** The same error with the option that reads the older tree as its hint. */
export const hintingAtOlderTree = (error: LinesmanError): LinesmanError =>
  relayed(error.number, { sentence: error.message, hint: OLDER_TREE }, error.context, error);
