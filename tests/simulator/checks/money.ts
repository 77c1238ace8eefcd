import type { WireRecord } from '../../helpers/service/matchWire.js';
import { MatchBets } from '../parts/bets.js';

/** No token has come or gone, and each vault has what it owes. */
export async function checkDebts(bets: MatchBets): Promise<string[]> {
  const wrong: string[] = [];
  const total = MatchBets.total(await bets.held());
  if (total !== bets.money) wrong.push(`there are ${total} tokens, not ${bets.money}`);
  for (const [i, { owed, held }] of (await bets.debts()).entries())
    if (owed > held) wrong.push(`bet ${i} owes ${owed} and has ${held}`);
  return wrong;
}

/** Each position of the bets that these records decide is paid. */
export async function checkDecided(bets: MatchBets, records: readonly WireRecord[]): Promise<string[]> {
  const isDecided = bets.isDecided(records);
  const debts = await bets.debts();
  return debts.flatMap(({ open }, i) =>
    isDecided[i] && open > 0n ? [`bet ${i} is decided and has ${open} unpaid positions`] : [],
  );
}

/** Each position is paid as the rules say, and each owner has the fees. */
export async function checkMoney(bets: MatchBets, records: readonly WireRecord[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const [i, { open }] of (await bets.debts()).entries())
    if (open > 0n) wrong.push(`bet ${i} has ${open} unpaid positions`);
  const [due, held] = [bets.due(records), await bets.held()];
  if (due.stakers.join() !== held.stakers.join())
    wrong.push(`stakers hold ${held.stakers.join()}, not ${due.stakers.join()}`);
  // What no winner gets is swept with the fees, if these come last.
  const rest = due.vaults.reduce((sum, one) => sum + one, 0n);
  for (const [i, fees] of held.fees.entries()) {
    const least = due.fees[i] ?? 0n;
    if (fees < least || fees > least + rest) wrong.push(`owner ${i} has fees of ${fees}, not ${least}`);
  }
  return wrong;
}
