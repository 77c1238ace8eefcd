import { EXIT, json, noteTable, showTable, signerOf, type Terminal } from '@linesman/cli';
import {
  BELOW_RENT,
  type ContextOf,
  fail,
  NOT_A_WALLET,
  SENT_TO_SENDER,
  TOKEN_NOT_SENDABLE,
  WALLET_TOO_POOR,
} from '@linesman/sdk/error';
import { SIGNATURE_FEE } from '@linesman/sdk/internal/program/transaction/budget';
import {
  type Address,
  associatedTokenAddress,
  fetchOracleConfig,
  type Instruction,
  type KeyPair,
  type Mint,
  type RpcNode,
  readMint,
  SYSTEM_PROGRAM_ID,
  tokenAccountOf,
  tokenBalance,
} from '@linesman/sdk/program';
import { programsOfFlags } from '../deploymentOf.js';
import { openChain } from '../openChain.js';
import { sendTelling } from '../sendTelling.js';
import { baseUnitsOf, wholeTokens } from '../wholeTokens.js';
import { SOL_DECIMALS, solText } from './lamports.js';
import { mintExtensionsOf } from './mintExtensions.js';
import type { SendFlags } from './send.js';
import { sendSolInstruction, sendTokenInstructions, type TokenTransfer } from './sendInstructions.js';

/** A transfer. */
interface Sending {
  /** In words: `5 SOL`. */
  readonly what: string;
  /** The token account that gets it, or the wallet. */
  readonly arrivesAt: Address;
  /** A note on the transfer, or `null`. */
  readonly note: string | null;
  readonly instructions: readonly Instruction[];
  /** The balance of the recipient. */
  held(): Promise<bigint>;
  amountText(units: bigint): string;
}

/** Sends SOL or tokens to a wallet, and reports the transfer before and after. Returns the exit code. */
export async function runSend(flags: SendFlags, terminal: Terminal): Promise<number> {
  const { amount, to } = flags;
  const programs = programsOfFlags(flags);
  const payer = signerOf(flags.keypair, flags, terminal);
  const chain = openChain(flags);
  if (to === payer.address) fail(SENT_TO_SENDER, { wallet: to });
  await checkWallet(chain, to);
  const sending =
    flags.token === 'sol'
      ? await sendingSol(chain, payer, to, amount)
      : await sendingTokens(chain, payer, to, amount, flags);
  if (!flags.json)
    noteTable(terminal, [
      ['send', sending.what],
      ['from', payer.address],
      ['to', `${to}${sending.arrivesAt === to ? '' : ` (its account ${sending.arrivesAt})`}`],
      ...(sending.note === null ? [] : [['note', sending.note] as const]),
    ]);
  const before = await sending.held();
  const { signature } = await sendTelling(terminal, {
    chain,
    programs,
    payer,
    instructions: sending.instructions,
    beforeSend: () => !flags.dryRun,
  });
  // Read from the chain: a fee may have reduced the amount that was sent.
  const after = await sending.held();
  const received = signature === null ? null : sending.amountText(after - before);
  const balance = sending.amountText(after);
  if (flags.json)
    terminal.out(
      json({
        ...{
          from: payer.address,
          to,
          amount,
          token: typeof flags.token === 'object' ? flags.token.mint : flags.token,
          note: sending.note,
        },
        ...{ received, balance, transaction: signature },
      }),
    );
  else
    showTable(terminal, [
      [signature === null ? 'would send' : 'sent', sending.what],
      ['to', to],
      ...(received === null ? [] : [['received', `${received}, and holds ${balance} now`] as const]),
      ['transaction', signature ?? 'not sent; it was simulated'],
    ]);
  return EXIT.valid;
}

/** Refuses token accounts, mints and programs, where the transfer would be lost. Errors: NOT_A_WALLET. */
async function checkWallet(chain: RpcNode, to: Address): Promise<void> {
  const account = await chain.account(to);
  if (account === null || account.owner === SYSTEM_PROGRAM_ID) return;
  const token = tokenAccountOf(account.owner, account.data);
  const of = token ? { owner: token.owner } : { program: account.owner };
  fail(NOT_A_WALLET, { address: to, ...of });
}

async function sendingSol(chain: RpcNode, payer: KeyPair, to: Address, text: string): Promise<Sending> {
  const lamports = baseUnitsOf('<amount>', text, SOL_DECIMALS);
  const [held, theirs, least] = await Promise.all([chain.lamports(payer.address), chain.lamports(to), chain.rent(0)]);
  if (held < lamports + SIGNATURE_FEE)
    fail(WALLET_TOO_POOR, {
      wallet: payer.address,
      held: solText(held),
      unit: 'SOL',
      purpose: `${text} with the fee of ${solText(SIGNATURE_FEE)}`,
      needed: solText(lamports + SIGNATURE_FEE),
    });
  if (theirs + lamports < BigInt(least)) fail(BELOW_RENT, { wallet: to, least: solText(least) });
  return {
    what: `${solText(lamports)} SOL`,
    arrivesAt: to,
    note: null,
    instructions: [sendSolInstruction(payer.address, to, lamports)],
    held: () => chain.lamports(to),
    amountText: solText,
  };
}

async function sendingTokens(
  chain: RpcNode,
  { address: owner }: KeyPair,
  to: Address,
  text: string,
  flags: SendFlags,
): Promise<Sending> {
  const mint = await readMint(chain, await mintOfFlag(chain, flags));
  const { address, decimals, tokenProgram } = mint;
  const amount = baseUnitsOf('<amount>', text, decimals);
  const source = associatedTokenAddress(address, owner, tokenProgram);
  const destination = associatedTokenAddress(address, to, tokenProgram);
  const held = await tokenBalance(chain, source);
  if (held < amount)
    fail(WALLET_TOO_POOR, {
      wallet: owner,
      held: wholeTokens(held, decimals),
      unit: `of ${address}`,
      purpose: 'the transfer',
      needed: wholeTokens(amount, decimals),
    });
  return {
    what: `${wholeTokens(amount, decimals)} of ${address}`,
    arrivesAt: destination,
    note: await noteOf(chain, mint, { source, destination, amount }),
    instructions: sendTokenInstructions({ mint, owner, source, to, destination, amount }),
    held: () => tokenBalance(chain, destination),
    amountText: (units) => wholeTokens(units, decimals),
  };
}

/** Errors: those of `fetchOracleConfig`. */
async function mintOfFlag(chain: RpcNode, flags: SendFlags): Promise<Address> {
  if (typeof flags.token === 'object') return flags.token.mint;
  const { stablecoinMint, serviceMint } = await fetchOracleConfig(chain, programsOfFlags(flags).oracle);
  return flags.token === 'stablecoin' ? stablecoinMint : serviceMint;
}

/** A note on the transfer. Errors: TOKEN_NOT_SENDABLE, clearer than the error code of a simulation. */
async function noteOf(
  chain: RpcNode,
  mint: Mint,
  { source, destination, amount }: Pick<TokenTransfer, 'source' | 'destination' | 'amount'>,
): Promise<string | null> {
  const refuse = (why: ContextOf<typeof TOKEN_NOT_SENDABLE>): never => fail(TOKEN_NOT_SENDABLE, why);
  const token = mint.address;
  const [held, theirs, ours] = await chain.accounts([mint.address, destination, source]);
  const extensions = mintExtensionsOf(held?.data ?? new Uint8Array());
  if (extensions.unsendable !== null) refuse({ problem: extensions.unsendable, mint: token });
  if (ours && tokenAccountOf(mint.tokenProgram, ours.data)?.isFrozen)
    refuse({ problem: 'frozen account', mint: token, account: source, of: 'sender' });
  if (theirs && tokenAccountOf(mint.tokenProgram, theirs.data)?.isFrozen)
    refuse({ problem: 'frozen account', mint: token, account: destination, of: 'recipient' });
  if (!theirs && extensions.beginsFrozen) refuse({ problem: 'accounts begin frozen', mint: token });
  const fee = extensions.maxFee(amount);
  const notes = [
    ...(theirs ? [] : ['creates their token account, whose rent the sender pays']),
    ...(fee > 0n ? [`the mint keeps up to ${wholeTokens(fee, mint.decimals)} of it`] : []),
  ];
  return notes.length === 0 ? null : notes.join('; ');
}
