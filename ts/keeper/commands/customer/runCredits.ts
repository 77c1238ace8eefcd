import type { Terminal } from 'linesman/cli';
import { type Configured, EXIT, json, numberOf, showTable, signerOf } from 'linesman/cli';
import { fail, WALLET_TOO_POOR } from 'linesman/error';
import {
  type Address,
  type Chain,
  fetchAccount,
  type ProgramIds,
  purchaseCreditsInstruction,
  serviceTokenAddress,
  tokenBalance,
  userValidationStateAccount,
  userValidationStateAddress,
} from 'linesman/program';
import { configOf, type ProgramFlags, programsOfFlags } from '../deploymentOf.js';
import { openChain } from '../openChain.js';
import { sendTelling } from '../sendTelling.js';
import { walletOf } from '../walletOf.js';
import { wholeTokens } from '../wholeTokens.js';

export interface CreditsFlags extends ProgramFlags, Configured {
  readonly rpc: string;
  readonly json?: true;
}

export interface ShowCreditsFlags extends CreditsFlags {
  readonly keypair?: string;
}

export interface BuyCreditsFlags extends CreditsFlags {
  readonly keypair: string;
  readonly dryRun?: true;
}

/** Decimals of the service token, in which the program states its price. */
const DECIMALS = 6;
const PACK = 100;
/** The program stores credits in 32 bits. */
const MOST_PACKS = Math.floor((2 ** 32 - 1) / PACK);

/** Shows the validation credits of a wallet, and the price of more. Returns the exit code. */
export async function runShowCredits(
  address: string | undefined,
  flags: ShowCreditsFlags,
  terminal: Terminal,
): Promise<number> {
  const programs = programsOfFlags(flags);
  const wallet = walletOf(address, flags).address;
  const chain = openChain(flags.rpc);
  const config = await configOf(chain, programs);
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

/** Buys packs of validation credits for service tokens. Returns the exit code. */
export async function runBuyCredits(text: string, flags: BuyCreditsFlags, terminal: Terminal): Promise<number> {
  const packs = numberOf('<packs>', text, 1, MOST_PACKS);
  const programs = programsOfFlags(flags);
  const wallet = signerOf(flags.keypair, flags, terminal);
  const chain = openChain(flags.rpc);
  const config = await configOf(chain, programs);
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

/** 0 for a wallet that has never bought any. */
async function creditsOf(chain: Pick<Chain, 'account'>, { oracle }: ProgramIds, user: Address): Promise<number> {
  const { address } = userValidationStateAddress(user, oracle);
  const account = await chain.account(address);
  if (account?.owner !== oracle) return 0;
  return (await fetchAccount(chain, userValidationStateAccount, address, oracle)).credits;
}
