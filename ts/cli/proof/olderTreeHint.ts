import { type LinesmanError, relayed } from '../../error/index.js';
import { OLDER_TREE } from '../../error/texts/text.js';

/** The same error with the option that reads the older tree as its hint. */
export const hintingAtOlderTree = (error: LinesmanError): LinesmanError =>
  relayed(error.number, { sentence: error.message, hint: OLDER_TREE }, error.context, error);
