import { type Terminal, whileWaiting } from '@linesman/cli';
import { systemTimers } from '@linesman/sdk/client';
import { type SendParameters, type SentTransaction, sendTransaction } from '@linesman/sdk/program';

/** Sends a transaction, and reports progress after two seconds. Errors: those of `sendTransaction`. */
export const sendTelling = (terminal: Terminal, parameters: Omit<SendParameters, 'sleep'>): Promise<SentTransaction> =>
  whileWaiting(terminal, 'the transaction', () => sendTransaction({ ...parameters, sleep: systemTimers.sleep }));
