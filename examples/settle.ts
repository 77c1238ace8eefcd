import {
  type Address,
  buildTransaction,
  type Chain,
  fetchAccount,
  marketAccount,
  type ProgramIds,
  parseProof,
  settleInstructions,
} from '@linesman/sdk';

/** Turns the text of the service's answer into a transaction that settles the market, ready for `payer` to sign. */
export async function settle(chain: Chain, programs: ProgramIds, market: Address, answer: string, payer: Address) {
  const { terms } = await fetchAccount(chain, marketAccount, market, programs.settlement);
  const proof = parseProof(answer);
  if (proof.kind !== 'stat') throw new Error('a market settles with a stat proof');
  const instructions = settleInstructions({ programs, market, terms, proof });
  // Simulated first: a refusal by the program is thrown as an error with number, sentence and hint.
  return await buildTransaction({ chain, programs, payer, instructions });
}
