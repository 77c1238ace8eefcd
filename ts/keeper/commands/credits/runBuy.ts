import { EXIT, json, showTable, signerOf, type Terminal } from '@linesman/cli';
import { fail, WALLET_TOO_POOR } from '@linesman/sdk/error';
import {
  fetchOracleConfig,
  purchaseCreditsInstruction,
  serviceTokenAddress,
  tokenBalance,
} from '@linesman/sdk/program';
import { programsOfFlags } from '../deploymentOf.js';
import { openChain } from '../openChain.js';
import { sendTelling } from '../sendTelling.js';
import { wholeTokens } from '../wholeTokens.js';
import type { BuyFlags } from './buy.js';
import { creditsOf, DECIMALS, PACK } from './creditsOf.js';

/** Buys packs of validation credits for service tokens. Returns the exit code. */
export async function runBuy(flags: BuyFlags, terminal: Terminal): Promise<number> {
  const { packs } = flags;
  const programs = programsOfFlags(flags);
  const wallet = signerOf(flags.keypair, flags, terminal);
  const chain = openChain(flags);
  const config = await fetchOracleConfig(chain, programs.oracle);
  const deployment = { oracle: programs.oracle, config };
  const user = wallet.address;
  const price = config.creditPackPrice * BigInt(packs);
  const held = await tokenBalance(chain, serviceTokenAddress(user, deployment));
  if (held < price)
    fail(WALLET_TOO_POOR, {
      wallet: user,
      held: wholeTokens(held, DECIMALS),
      unit: 'service tokens',
      purpose: `the price of ${packs} packs`,
      needed: wholeTokens(price, DECIMALS),
    });
  const { signature: transaction } = await sendTelling(terminal, {
    chain,
    programs,
    payer: wallet,
    instructions: [purchaseCreditsInstruction({ ...deployment, user, packs })],
    beforeSend: () => !flags.dryRun,
  });
  const credits = await creditsOf(chain, programs, user);
  const shown = { wallet: user, bought: packs * PACK, price: wholeTokens(price, DECIMALS), credits, transaction };
  if (flags.json) terminal.out(json(shown));
  else
    showTable(terminal, [
      [transaction === null ? 'would buy' : 'bought', `${shown.bought} credits for ${shown.price} service tokens`],
      ['credits', `${credits}`],
      ['transaction', transaction ?? 'not sent; it was simulated'],
    ]);
  return EXIT.valid;
}
