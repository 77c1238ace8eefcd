import type { Terminal } from '@linesman/cli';
import { EXIT, json, showTable, signerOf } from '@linesman/cli';
import {
  fail,
  LEFT_IN_VAULT,
  LinesmanError,
  NOT_DECIDED,
  POSITIONS_OPEN,
  SIMULATION_FAILED,
  UNAUTHORIZED_CREATOR,
} from '@linesman/sdk/error';
import {
  closeInstruction,
  type FoundMarket,
  type Instruction,
  type LeftoverParameters,
  sweepInstruction,
  tokenBalance,
  vaultAddress,
} from '@linesman/sdk/program';
import { wholeTokens } from '../wholeTokens.js';
import type { CloseFlags } from './close.js';
import { MarketSession } from './marketSession.js';

/**
 * Closes a decided market whose positions are all paid; the creator gets its rent back. The rest of the vault is swept
 * first, in the same transaction, because otherwise the program would close the market and leave that rest stuck.
 * Returns the exit code.
 */
export async function runClose(flags: CloseFlags, terminal: Terminal): Promise<number> {
  const session = new MarketSession(flags, terminal);
  const { chain, programs } = session;
  const creator = signerOf(flags.keypair, flags, terminal);
  const found = await session.find(flags.market);
  const { address, market, mint } = found;
  checkClosable(found, creator.address);
  const parameters = { programs, pool: address, terms: market.terms, tokenProgram: mint.tokenProgram };
  const held = await tokenBalance(chain, vaultAddress(address, programs.settlement).address);
  const swept = held > 0n && !flags.leave;
  const close = closeInstruction({ ...parameters, creator: creator.address });
  const transaction = swept
    ? await sweeping(found, held, parameters, (sweep) => session.send(creator, [sweep, close], !!flags.dryRun))
    : await session.send(creator, [close], !!flags.dryRun);
  const tokens = wholeTokens(held, mint.decimals);
  if (flags.json) terminal.out(json({ market: address, held: tokens, swept: swept ? tokens : '0', transaction }));
  else
    showTable(terminal, [
      [transaction === null ? 'would close' : 'closed', address],
      ...(swept ? [['swept first', `${tokens} to ${market.terms.feeAccount}`] as const] : []),
      ['transaction', transaction ?? 'not sent; it was simulated'],
    ]);
  return EXIT.valid;
}

/**
 * Repeats the program's checks, with values that the program's errors lack. Errors: UNAUTHORIZED_CREATOR, NOT_DECIDED,
 * POSITIONS_OPEN.
 */
function checkClosable({ address, market }: FoundMarket, wallet: string): void {
  const { creator, state, openPositions, parlays } = market;
  if (creator !== wallet) fail(UNAUTHORIZED_CREATOR, { market: address, creator, wallet });
  if (state !== 'Final' && state !== 'Void') fail(NOT_DECIDED, { market: address, state });
  if (openPositions > 0n) fail(POSITIONS_OPEN, { market: address, positions: openPositions });
  if (parlays > 0) fail(POSITIONS_OPEN, { market: address, parlays });
}

/** Errors: LEFT_IN_VAULT with the reason if the vault cannot be swept; those of the chain. */
async function sweeping<T>(
  { mint, market }: FoundMarket,
  held: bigint,
  parameters: LeftoverParameters,
  send: (sweep: Instruction) => Promise<T>,
): Promise<T> {
  try {
    return await send(sweepInstruction(parameters));
  } catch (error) {
    const isRefused = error instanceof LinesmanError && (error.isOfProgram || error.number === SIMULATION_FAILED);
    if (!isRefused || error.context.isPassing === true) throw error;
    return fail(LEFT_IN_VAULT, {
      held: wholeTokens(held, mint.decimals),
      feeAccount: market.terms.feeAccount,
      code: error.number,
      reason: error.message,
    });
  }
}
