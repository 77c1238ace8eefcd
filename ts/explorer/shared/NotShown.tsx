import { isError, RECORD_NOT_FOUND } from '@linesman/sdk/error';
import { NotAnswered } from './StreamNote.js';
import { Subscribers } from './Subscribers.js';
import { isVisitor } from './shownMatches.js';

/** A service that shows results only to subscribers does not know this request. */
export const NotShown = ({ error }: { readonly error: unknown }) =>
  isVisitor() && isError(error, RECORD_NOT_FOUND) ? (
    <Subscribers>Matches, scores and proofs of this service come with a subscription.</Subscribers>
  ) : (
    <NotAnswered error={error} />
  );
