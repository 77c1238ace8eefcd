import type { Terminal } from '@linesman/cli';
import { EXIT, json, showTable } from '@linesman/cli';
import { fetchOracleConfig, serviceTokenAddress, tokenBalance } from '@linesman/sdk/program';
import { programsOfFlags } from '../deploymentOf.js';
import { openChain } from '../openChain.js';
import { walletOf } from '../walletOf.js';
import { wholeTokens } from '../wholeTokens.js';
import { creditsOf, DECIMALS, PACK } from './creditsOf.js';
import type { ShowFlags } from './show.js';

/** Shows the validation credits of a wallet, and the price of more. Returns the exit code. */
export async function runShow(flags: ShowFlags, terminal: Terminal): Promise<number> {
  const programs = programsOfFlags(flags);
  const wallet = walletOf(flags.address, flags).address;
  const chain = openChain(flags);
  const config = await fetchOracleConfig(chain, programs.oracle);
  const [credits, tokens] = await Promise.all([
    creditsOf(chain, programs, wallet),
    tokenBalance(chain, serviceTokenAddress(wallet, { oracle: programs.oracle, config })),
  ]);
  const packPrice = wholeTokens(config.creditPackPrice, DECIMALS);
  const serviceTokens = wholeTokens(tokens, DECIMALS);
  if (flags.json) terminal.out(json({ wallet, credits, packPrice, creditsPerPack: PACK, serviceTokens }));
  else
    showTable(terminal, [
      ['wallet', wallet],
      ['credits', `${credits}`],
      [`${PACK} more cost`, `${packPrice} service tokens`],
      ['service tokens', serviceTokens],
    ]);
  return EXIT.valid;
}
