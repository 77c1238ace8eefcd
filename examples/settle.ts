import {
  type Address,
  buildTransaction,
  type Chain,
  fetchAccount,
  marketAccount,
  type ProgramIds,
  parseProof,
  settleInstructions,
} from 'linesman';

/** From the service's answer to a transaction that settles the market, ready to be signed by `payer`. */
export async function settle(chain: Chain, programs: ProgramIds, market: Address, answer: unknown, payer: Address) {
  const { terms } = await fetchAccount(chain, marketAccount, market, programs.settlement);
  const proof = parseProof(answer);
  if (proof.kind !== 'stat') throw new Error('a market settles with a stat proof');
  const instructions = settleInstructions({ programs, market, terms, proof });
  // Simulated first: what the program would refuse comes back as an error with number, sentence and hint.
  return await buildTransaction({ chain, programs, payer, instructions });
}
