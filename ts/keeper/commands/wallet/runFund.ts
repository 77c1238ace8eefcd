import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT, ISSUER_KEY_FILE, json, sayPayer, showTable, type Terminal, whileWaiting } from '@linesman/cli';
import { systemTimers } from '@linesman/sdk/client';
import { fail, NO_FAUCET } from '@linesman/sdk/error';
import { isLoopbackHost, readKeypair } from '@linesman/sdk/node';
import {
  type Address,
  addressOf,
  airdrop,
  type Deployment,
  faucetInstruction,
  fetchOracleConfig,
  type Instruction,
  issueTokens,
  type KeyPair,
  type ProgramIds,
  type RpcNode,
  readMint,
  stablecoinAddress,
  stablecoinTreasury,
  tokenBalance,
} from '@linesman/sdk/program';
import { programsOfFlags } from '../deploymentOf.js';
import { openChain } from '../openChain.js';
import { sendTelling } from '../sendTelling.js';
import { type Wallet, walletOf } from '../walletOf.js';
import { baseUnitsOf, wholeTokens } from '../wholeTokens.js';
import type { FundFlags } from './fund.js';
import { SOL_DECIMALS, solText } from './lamports.js';

/** Gives a wallet test money, on chains with a source of test money. Returns the exit code. */
export async function runFund(flags: FundFlags, terminal: Terminal): Promise<number> {
  const programs = programsOfFlags(flags);
  const wallet = walletOf(flags.address, flags);
  const chain = openChain(flags);
  const lamports = baseUnitsOf('--sol', flags.sol, SOL_DECIMALS, true);
  const transactions: string[] = [];
  const token = await tokenOf(chain, programs, flags);
  // The wallet gets both or neither, so both are checked first.
  const source = token && (await sourceOf(chain, token.deployment, wallet, flags));
  if (source !== null) sayPayer(source.payer.address, flags, terminal);

  if (lamports > 0n && !flags.dryRun)
    transactions.push(
      await whileWaiting(terminal, 'the airdrop', () =>
        airdrop(chain, wallet.address, Number(lamports), systemTimers.sleep),
      ),
    );
  if (source !== null) {
    const given = await give(
      { chain, programs, source, instructions: source.instructions(token?.amount ?? 0n) },
      flags,
      lamports,
      terminal,
    );
    if (given !== null) transactions.push(given);
  }
  const sol = solText(await chain.lamports(wallet.address));
  const held = token && (await tokenBalance(chain, stablecoinAddress(wallet.address, token.deployment)));
  const given = {
    sol: solText(lamports),
    stablecoin: source?.isFixed ? 'what the faucet gives' : wholeTokens(token?.amount ?? 0n, token?.decimals ?? 0),
  };
  const balances = { sol, stablecoin: token && wholeTokens(held ?? 0n, token.decimals) };
  if (flags.json) terminal.out(json({ wallet: wallet.address, given, transactions, balances }));
  else
    showTable(terminal, [
      [flags.dryRun ? 'would give' : 'gave', `${given.sol} SOL and ${given.stablecoin} of the stablecoin`],
      ['to', wallet.address],
      ['transactions', flags.dryRun ? 'not sent' : transactions.join(', ')],
      ['SOL', balances.sol],
      ...(balances.stablecoin === null ? [] : [['stablecoin', balances.stablecoin] as const]),
    ]);
  return EXIT.valid;
}

/** The stablecoin to give, in base units; null for none, in which case the chain does not need an oracle. */
async function tokenOf(chain: RpcNode, programs: ProgramIds, { stablecoin }: FundFlags) {
  if (/^0+(\.0*)?$/.test(stablecoin)) return null;
  const deployment: Deployment = { oracle: programs.oracle, config: await fetchOracleConfig(chain, programs.oracle) };
  const { decimals } = await readMint(chain, deployment.config.stablecoinMint);
  return { deployment, decimals, amount: baseUnitsOf('--stablecoin', stablecoin, decimals, true) };
}

/** The source of stablecoins. */
interface Source {
  readonly payer: KeyPair;
  /** Pays a fixed amount. */
  readonly isFixed: boolean;
  instructions(amount: bigint): Instruction[];
}

/**
 * The issuer of the embedded chain, whose key is in its data folder, or the faucet of an oracle program built with the
 * faucet. Errors: NO_FAUCET if neither exists.
 */
async function sourceOf(
  chain: RpcNode,
  deployment: Deployment,
  { address, pair }: Wallet,
  flags: FundFlags,
): Promise<Source> {
  const { stablecoinMint: stablecoin } = deployment.config;
  const authority = await mintAuthority(chain, stablecoin);
  const issuer = issuerOf(flags);
  if (issuer !== null && authority === issuer.address) {
    return {
      payer: issuer,
      isFixed: false,
      instructions: (amount) => issueTokens(stablecoin, address, issuer.address, amount),
    };
  }
  if (authority !== stablecoinTreasury(deployment).authority)
    return fail(NO_FAUCET, { problem: 'no issuer', stablecoin });
  if (pair === null) return fail(NO_FAUCET, { problem: 'no signer' });
  const instruction = faucetInstruction({ ...deployment, user: pair.address });
  return { payer: pair, isFixed: true, instructions: () => [instruction] };
}

/** Only for a local chain, because tokens of other chains are not test money. */
function issuerOf({ rpc, data }: FundFlags): KeyPair | null {
  const file = join(data, ISSUER_KEY_FILE);
  return isLoopbackHost(new URL(rpc).hostname) && existsSync(file) ? readKeypair(file) : null;
}

/** A mint starts with an optional mint authority. */
async function mintAuthority(chain: RpcNode, mint: Address): Promise<Address | null> {
  const account = await chain.account(mint);
  return account?.data[0] === 1 ? addressOf(account.data.subarray(4, 36)) : null;
}

interface Gift {
  readonly chain: RpcNode;
  readonly programs: ProgramIds;
  readonly source: Source;
  readonly instructions: readonly Instruction[];
}

/** The signature; `null` if it was only simulated, or not even that because the SOL would arrive first. */
async function give(
  { chain, programs, source, instructions }: Gift,
  { dryRun }: FundFlags,
  lamports: bigint,
  terminal: Terminal,
) {
  const { payer } = source;
  if (dryRun && lamports > 0n && (await chain.lamports(payer.address)) === 0n) return null;
  const sent = await sendTelling(terminal, { chain, programs, payer, instructions, beforeSend: () => !dryRun });
  return sent.signature;
}
