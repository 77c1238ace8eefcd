import { sportOfLayout } from 'linesman/format';
import {
  type Address,
  type BuiltTransaction,
  buildTransaction,
  type Chain,
  marketAccount,
  type ProgramIds,
  scoresRootsAddress,
  settleInstructions,
} from 'linesman/program';
import { parseProof, verify } from 'linesman/proof';

/** From the service's answer to a transaction that settles the market, ready to be signed by `payer`. */
export async function settle(
  chain: Chain, // rpcChain(connection) of linesman/web3, or kitChain(rpc) of linesman/kit
  programs: ProgramIds,
  market: Address,
  answer: unknown, // a stat validation of any version: the text that came, or the JSON parsed
  payer: Address,
): Promise<BuiltTransaction> {
  const account = await chain.account(market);
  if (account?.owner !== programs.settlement) throw new Error(`${market} is no market`);
  const { terms } = marketAccount.decode(account.data);
  const sport = sportOfLayout(terms.sport);
  const proof = parseProof(answer);
  if (proof.kind !== 'stat' || !sport) throw new Error('a market settles with a stat proof');

  // Offline first, with the rules of the chain: a wrong proof costs nothing and says what is wrong.
  const { epochDay } = verify(proof, { sport });
  const roots = await chain.account(scoresRootsAddress(epochDay, terms.oracleProgram).address);
  if (roots) verify(proof, { sport, rootsAccount: roots.data });

  const instructions = settleInstructions({ programs, market, terms, proof });
  // Simulated for its compute limit; a refusal comes back as an error with number, sentence and hint.
  return await buildTransaction({ chain, programs, payer, instructions });
}
