import { base64 } from '@scure/base';
import { CHAIN_NOT_REACHABLE } from '../error/codes/api.js';
import { isError } from '../error/linesmanError.js';
import { addressOf } from '../program/address/address.js';
import { compileMessage } from '../program/transaction/message.js';
import { encodeTransaction, unsigned } from '../program/transaction/transaction.js';
import { rpcCodeOf } from '../program/transactionStatuses.js';

/**
 * The payer of this transaction is an account that does not exist, and it does not contain an instruction. It is never
 * signed or sent.
 */
const NOBODY = addressOf(new Uint8Array(32).fill(1));
const PROBE = base64.encode(
  encodeTransaction(
    unsigned(compileMessage(NOBODY, [], NOBODY, { computeUnitLimit: 0, loadedAccountsDataSizeLimit: 1 })),
  ),
);

const isBusyError = (error: unknown): boolean =>
  isError(error, CHAIN_NOT_REACHABLE) && error.context.refusal === 'busy';

/** A chain's error for a version that it does not execute. */
const REFUSED: ReadonlySet<unknown> = new Set(['UnsupportedVersion', 'SanitizeFailure']);

/**
 * Asks a node whether its chain takes transactions of version 1: the node simulates one. A node that does not know the
 * version answers with an error, and a chain without the version reports that; any other outcome shows that the
 * transaction was read. The first answer is kept. Until then, version 0 is used, because every chain takes it.
 *
 * @param simulate The outcome of simulating a transaction in Base64, `null` for a success.
 */
export function version1Probe(simulate: (wire: string) => Promise<unknown>): () => Promise<boolean> {
  let known: Promise<boolean> | undefined;
  return () => {
    known ??= simulate(PROBE).then(
      (outcome) => !REFUSED.has(outcome),
      (error: unknown) => {
        // A missing answer, or that of a busy node, says nothing.
        if (typeof rpcCodeOf(error) !== 'number' || isBusyError(error)) known = undefined;
        return false;
      },
    );
    return known;
  };
}
