import type { PublicKey } from '@solana/web3.js';
import { sportOfLayout } from 'linesman/format';
import {
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
  chain: Chain, // rpcChain(connection)
  programs: ProgramIds,
  market: PublicKey,
  answer: unknown, // a stat validation of any version: the text that came, or the JSON parsed
  payer: PublicKey,
): Promise<BuiltTransaction> {
  const account = await chain.account(market);
  if (!account?.owner.equals(programs.settlement)) throw new Error(`${market.toBase58()} is no market`);
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
