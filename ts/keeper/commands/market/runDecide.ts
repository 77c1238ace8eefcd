import type { Terminal } from '@linesman/cli';
import { EXIT, json, showTable, signerOf } from '@linesman/cli';
import { fetchAccount, finaliseInstruction, marketAccount, voidInstruction } from '@linesman/sdk/program';
import { stateText } from './describeMarket.js';
import type { SendingFlags } from './marketOptions.js';
import { MarketSession } from './marketSession.js';

const INSTRUCTIONS = { finalise: finaliseInstruction, void: voidInstruction } as const;

/** Finalises a proposal or voids an unsettled market; the program refuses if it is too early. Returns the exit code. */
export async function runDecide(
  what: keyof typeof INSTRUCTIONS,
  flags: SendingFlags,
  terminal: Terminal,
): Promise<number> {
  const session = new MarketSession(flags, terminal);
  const { chain, programs } = session;
  const payer = signerOf(flags.keypair, flags, terminal);
  const { address, now } = await session.find(flags.market);
  const instruction = INSTRUCTIONS[what](programs, address);
  const transaction = await session.send(payer, [instruction], !!flags.dryRun);
  const market = await fetchAccount(chain, marketAccount, address, programs.settlement);
  const state = stateText(market, await session.watched(market, now), now);
  if (flags.json) terminal.out(json({ market: address, state: market.state, transaction }));
  else
    showTable(terminal, [
      ['state', state],
      ['transaction', transaction ?? 'not sent; it was simulated'],
    ]);
  return EXIT.valid;
}
