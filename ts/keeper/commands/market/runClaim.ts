import type { Terminal } from 'linesman/cli';
import { addressOption, EXIT, json, showTable, signerOf } from 'linesman/cli';
import { fail, NOTHING_TO_CLAIM } from 'linesman/error';
import {
  associatedTokenAddress,
  claimInstruction,
  outcomesOf,
  positionAccount,
  positionAddress,
  tokenBalance,
} from 'linesman/program';
import { wholeTokens } from '../wholeTokens.js';
import { type MarketFlags, MarketSession } from './marketSession.js';

export interface ClaimFlags extends MarketFlags {
  readonly market: string;
  readonly keypair: string;
  readonly owner?: string;
  readonly dryRun?: true;
}

/** Pays the positions of an owner in a decided market, all in one transaction. Returns the exit code. */
export async function runClaim(flags: ClaimFlags, terminal: Terminal): Promise<number> {
  const session = new MarketSession(flags, terminal);
  const { chain, programs } = session;
  const payer = signerOf(flags.keypair, flags, terminal);
  const owner = flags.owner === undefined ? payer.address : addressOption('--owner', flags.owner);
  const { address, market, mint } = await session.find(flags.market);
  const staked: { readonly outcome: number; readonly amount: bigint }[] = [];
  for (const { index } of outcomesOf(market.terms)) {
    const position = await chain.account(positionAddress(address, owner, index, programs.settlement).address);
    if (position?.owner === programs.settlement)
      staked.push({ outcome: index, amount: positionAccount.decode(position.data).amount });
  }
  if (staked.length === 0) fail(NOTHING_TO_CLAIM, { owner, market: address });
  // Report the amount received according to the balance, not the expected amount.
  const account = associatedTokenAddress(market.terms.mint, owner, mint.tokenProgram);
  const before = await tokenBalance(chain, account);
  const common = {
    programs,
    market: address,
    mint: market.terms.mint,
    owner,
    payer: payer.address,
    tokenProgram: mint.tokenProgram,
  };
  const instructions = staked.map(({ outcome }) => claimInstruction({ ...common, outcome }));
  const transaction = await session.send(payer, instructions, !!flags.dryRun);
  const paid = (await tokenBalance(chain, account)) - before;
  const tokens = (units: bigint): string => wholeTokens(units, mint.decimals);
  const stakes = staked.map(({ outcome, amount }) => ({ outcome, amount: tokens(amount) }));
  if (flags.json)
    terminal.out(
      json({ market: address, owner, stakes, paid: transaction === null ? null : tokens(paid), transaction }),
    );
  else
    showTable(terminal, [
      ...stakes.map(({ outcome, amount }, i) => [i === 0 ? 'stakes' : '', `${amount} on ${outcome}`] as const),
      transaction === null ? ['would pay', owner] : ['paid', `${tokens(paid)} to ${owner}`],
      ['transaction', transaction ?? 'not sent; it was simulated'],
    ]);
  return EXIT.valid;
}
