import { MARKET_NOT_OPEN, TOO_EARLY } from '../../../error/codes/settlement.js';
import { fail } from '../../../error/linesmanError.js';
import { isoTime } from '../../../format/isoTime.js';
import { timeText } from '../../../format/timeDistance.js';
import type { AccountsChain } from '../../chain.js';
import type { Instruction } from '../../instruction/instruction.js';
import type { ProgramIds } from '../../programId.js';
import { settleManyInstruction } from '../batchInstructions.js';
import { finaliseInstruction, voidInstruction } from '../decideInstructions.js';
import { findMarketEnds } from '../findMarketEnds.js';
import { nextStep } from '../rules/nextStep.js';
import type { FoundMarket } from './findMarket.js';

export interface PreparedFinalise {
  /** `settle-by-result`: the window of the match's posted result ends before that of the market. */
  readonly action: 'finalise' | 'settle-by-result' | 'void';
  /** For one transaction, which anyone may send. */
  readonly instructions: readonly Instruction[];
}

/**
 * The instructions that end a market whose window is over: they make its proposal final, settle it with the posted
 * result of its match, or void it after `voidAfter`. A proof would still come first: `prepareSettlement`.
 *
 * Errors: MARKET_NOT_OPEN when it is decided; TOO_EARLY while its window is open or nothing is proven; those of the
 * chain.
 *
 * @example
 * ```ts
 * import { type Address, findMarket, LOCALNET_PROGRAM_IDS, prepareFinalise } from '@linesman/sdk/program';
 * import { fetchNode } from '@linesman/sdk/rpc';
 *
 * declare const market: Address;
 * const chain = fetchNode('https://api.devnet.solana.com');
 * const found = await findMarket(chain, LOCALNET_PROGRAM_IDS, market);
 * const { action, instructions } = await prepareFinalise(chain, LOCALNET_PROGRAM_IDS, found);
 * ```
 */
export async function prepareFinalise(
  chain: Pick<AccountsChain, 'accounts'>,
  programs: ProgramIds,
  { address, market, now }: Pick<FoundMarket, 'address' | 'market' | 'now'>,
): Promise<PreparedFinalise> {
  const step = nextStep(market, now);
  if (step.kind === 'clear') return fail(MARKET_NOT_OPEN, { market: address, state: market.state });
  const [watched] = await findMarketEnds(chain, programs, [market], now);
  const end = watched?.end;
  if (step.kind === 'prove') {
    if (end?.of === 'result' && end.at <= now.seconds && watched?.result)
      return { action: 'settle-by-result', instructions: [settleManyInstruction(programs, watched.result, [address])] };
    if (step.otherwise === 'finalise')
      return { action: 'finalise', instructions: [finaliseInstruction(programs, address)] };
    if (step.otherwise === 'void') return { action: 'void', instructions: [voidInstruction(programs, address)] };
  }
  const from = end?.at ?? (step.kind === 'wait' ? step.until : step.due);
  return fail(TOO_EARLY, { market: address, from: timeText(from, now.seconds), now: isoTime(now.seconds) });
}
