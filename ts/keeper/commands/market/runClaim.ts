import { EXIT, json, showTable, signerOf, type Terminal } from '@linesman/cli';
import { prepareClaim, tokenBalance } from '@linesman/sdk/program';
import { wholeTokens } from '../wholeTokens.js';
import type { ClaimFlags } from './claim.js';
import { MarketSession } from './marketSession.js';

/** Pays the positions of an owner in a decided market, all in one transaction. Returns the exit code. */
export async function runClaim(flags: ClaimFlags, terminal: Terminal): Promise<number> {
  const session = new MarketSession(flags, terminal);
  const { chain, programs } = session;
  const payer = signerOf(flags.keypair, flags, terminal);
  const { owner = payer.address } = flags;
  const found = await session.find(flags.market);
  const { address, mint } = found;
  const prepared = await prepareClaim({ chain, programs, found, owner, payer: payer.address });
  const { positions, account, instructions } = prepared;
  // Report the amount received according to the balance, not the expected amount.
  const before = await tokenBalance(chain, account);
  const transaction = await session.send(payer, instructions, !!flags.dryRun);
  const paid = (await tokenBalance(chain, account)) - before;
  const tokens = (units: bigint): string => wholeTokens(units, mint.decimals);
  const stakes = positions.map(({ outcome, amount }) => ({ outcome, amount: tokens(amount) }));
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
