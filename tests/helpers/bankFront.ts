import type { BanksClient } from 'solana-bankrun';
import type { Bank } from './bank.js';

/** Puts answers in front of the runtime of a bank; gives the runtime's own. */
export function inFrontOf(bank: Bank, answers: Partial<BanksClient>): BanksClient {
  const { context } = bank;
  const client = context.banksClient;
  Object.defineProperty(context, 'banksClient', { value: Object.assign(Object.create(client), answers) });
  return client;
}

/** More blockhashes than a transaction may be old. */
const AGE = 160;

/** Lets the runtime make so many new blockhashes that those of before are too old. */
export async function outliveBlockhashes(client: BanksClient): Promise<void> {
  const seen = new Set<string | undefined>();
  while (seen.size < AGE) seen.add((await client.getLatestBlockhash())?.[0]);
}
