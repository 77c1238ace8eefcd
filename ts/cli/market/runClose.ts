import type { TransactionInstruction } from '@solana/web3.js';
import { fail, LinesmanError } from '../../error/index.js';
import {
  closeMarketInstruction,
  type LeftoverParameters,
  sweepInstruction,
  vaultAddress,
} from '../../program/index.js';
import { readKeypair } from '../../service/auth/readKeypair.js';
import { tokenBalance } from '../customer/tokenBalance.js';
import { wholeTokens } from '../customer/wholeTokens.js';
import { EXIT } from '../exitCode.js';
import { json } from '../print.js';
import { rows } from '../rows.js';
import type { Terminal } from '../terminal.js';
import { type FoundMarket, type MarketFlags, MarketSession } from './marketSession.js';

export interface CloseFlags extends MarketFlags {
  readonly market: string;
  readonly keypair: string;
  readonly leave?: true;
  readonly dryRun?: true;
}

/**
 * Closes a decided market whose positions are all paid; its rent goes back to its creator. What the vault still holds is swept first, in
 * the same transaction, because the program closes the market around what cannot be swept. Returns the exit code.
 */
export async function runClose(flags: CloseFlags, terminal: Terminal): Promise<number> {
  const session = new MarketSession(flags);
  const { chain, programs } = session;
  const creator = readKeypair(flags.keypair);
  const found = await session.find(flags.market);
  const { address, market, mint } = found;
  checkClosable(found, creator.publicKey.toBase58());
  const parameters = { programs, market: address, terms: market.terms, tokenProgram: mint.tokenProgram };
  const held = await tokenBalance(chain, vaultAddress(address, programs.settlement).address);
  const swept = held > 0n && !flags.leave;
  const close = closeMarketInstruction({ ...parameters, creator: creator.publicKey });
  const transaction = swept
    ? await sweeping(found, held, parameters, (sweep) => session.send(creator, [sweep, close], !!flags.dryRun))
    : await session.send(creator, [close], !!flags.dryRun);
  const tokens = wholeTokens(held, mint.decimals);
  if (flags.json) terminal.out(json({ market: address, held: tokens, swept: swept ? tokens : '0', transaction }));
  else
    terminal.out(
      rows([
        [transaction === null ? 'would close' : 'closed', address.toBase58()],
        ...(swept ? [['swept first', `${tokens} to ${market.terms.feeAccount}`] as const] : []),
        ['transaction', transaction ?? 'not sent; it was simulated'],
      ]),
    );
  return EXIT.valid;
}

/** What the program would say of it, with the values that it does not name. Errors: 6233, 6226, 6227. */
function checkClosable({ address, market }: FoundMarket, wallet: string): void {
  const { creator, state, openPositions, parlays } = market;
  if (creator.toBase58() !== wallet)
    fail(6233, { message: `${address} was made by ${creator}, and --keypair is of ${wallet}.` });
  if (state !== 'Final' && state !== 'Void')
    fail(6226, { message: `${address} is ${state}: a market is closed once it is final or void.` });
  if (openPositions > 0n)
    fail(6227, {
      message: `${openPositions} positions of ${address} are not paid yet.`,
      hint: 'Anybody may pay them: linesman market claim --owner, or linesman keeper --claim.',
    });
  if (parlays > 0)
    fail(6227, {
      message: `${parlays} parlays wait for the result of ${address}.`,
      hint: 'A keeper copies it to them: linesman keeper.',
    });
}

/** Errors: 7241 when what the vault holds cannot be swept, with the reason in its message; those of the chain. */
async function sweeping<T>(
  { mint, market }: FoundMarket,
  held: bigint,
  parameters: LeftoverParameters,
  send: (sweep: TransactionInstruction) => Promise<T>,
): Promise<T> {
  try {
    return await send(sweepInstruction(parameters));
  } catch (error) {
    if (!(error instanceof LinesmanError) || (error.number >= 7000 && error.number !== 7021)) throw error;
    return fail(7241, {
      message: `${wholeTokens(held, mint.decimals)} cannot be swept to ${market.terms.feeAccount}, and would stay in the vault for good: error ${error.number}, ${error.message}`,
      code: error.number,
    });
  }
}
