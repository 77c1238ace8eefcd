import {
  type Address,
  type Chain,
  claimInstruction,
  createMarketInstruction,
  fetchAccount,
  finaliseInstruction,
  type Instruction,
  type MarketTerms,
  marketAccount,
  marketAddress,
  type ProgramIds,
  type StakeTrust,
  settleInstructions,
  stakeInstruction,
} from '@linesman/sdk/program';
import { findProof, type ProofSource } from '@linesman/sdk/prove';

/**
 * The functions that the bet needs from your dapp. `web3/dapp.ts` builds it with @solana/web3.js, `kit/dapp.ts` with
 * @solana/kit.
 */
export interface Dapp {
  readonly chain: Chain;
  readonly programs: ProgramIds;
  readonly source: ProofSource; // httpProofSource({ baseUrl, apiToken, timers: systemTimers })
  readonly tokenProgram: Address;
  /** Signs for this wallet, which pays, and sends. Resolves once the transaction has landed. */
  send(instructions: Instruction[], signer: Address): Promise<void>;
}

/** Opens a market. Anyone who knows its address can stake on it. */
export async function open({ programs, tokenProgram, send }: Dapp, creator: Address, id: bigint, terms: MarketTerms) {
  await send([createMarketInstruction({ programs, creator: creator, id, terms, tokenProgram })], creator);
  return marketAddress(creator, id, programs.settlement).address;
}

/** Stakes base units of the mint. `trust` limits what your users may bet on: oracles, mints, kick-off and sport. */
export async function bet(
  { chain, programs, tokenProgram, send }: Dapp,
  market: Address,
  stake: { player: Address; source: Address; outcome: number; amount: bigint; trust: StakeTrust },
): Promise<void> {
  const account = await fetchAccount(chain, marketAccount, market, programs.settlement);
  const { player, ...rest } = stake;
  await send([stakeInstruction({ programs, pool: market, account, owner: player, tokenProgram, ...rest })], player);
}

/** Settles with the best proof available, or returns why there is none yet. `npx linesman keeper` does the same. */
export async function settle({ chain, programs, source, send }: Dapp, market: Address, payer: Address) {
  const { terms } = await fetchAccount(chain, marketAccount, market, programs.settlement);
  const search = await findProof({ terms, source, chain });
  if (!search.found) return search.reason;
  const { proof, witness } = search.settlement;
  await send(settleInstructions({ programs, market, terms, proof, ...(witness && { witness }) }), payer);
  return 'settled';
}

/** After the challenge window, makes the result final and pays `owner`. Anyone may send it, for any owner. */
export async function pay(dapp: Dapp, market: Address, owner: Address, outcome: number, payer: Address) {
  const { chain, programs, tokenProgram, send } = dapp;
  const { state, terms } = await fetchAccount(chain, marketAccount, market, programs.settlement);
  if (state === 'Proposed') await send([finaliseInstruction(programs, market)], payer);
  const { mint } = terms;
  const position = { programs, pool: market, mint, owner, outcome, payer, tokenProgram };
  await send([claimInstruction(position)], payer);
}
