import { type Keypair, type PublicKey, SystemProgram, type TransactionInstruction } from '@solana/web3.js';
import { systemTimers } from '../../client/index.js';
import { fail } from '../../error/index.js';
import { associatedTokenAddress, sendTransaction } from '../../program/index.js';
import { readKeypair } from '../../service/auth/readKeypair.js';
import { configOf, type ProgramFlags, programsOfFlags } from '../customer/deploymentOf.js';
import { tokenBalance } from '../customer/tokenBalance.js';
import { baseUnitsOf, wholeTokens } from '../customer/wholeTokens.js';
import { EXIT } from '../exitCode.js';
import { type Mint, readMint } from '../market/readMint.js';
import { publicKeyOf } from '../optionValue.js';
import { json } from '../print.js';
import { rows } from '../rows.js';
import type { Terminal } from '../terminal.js';
import { SOL_DECIMALS, solText } from './lamports.js';
import { mintExtensionsOf } from './mintExtensions.js';
import { openWalletChain, type WalletChain } from './openWalletChain.js';
import { sendSolInstruction, sendTokenInstructions, type TokenTransfer } from './sendInstructions.js';
import { tokenAccountOf } from './tokenAccount.js';

export interface SendFlags extends ProgramFlags {
  readonly rpc: string;
  readonly keypair: string;
  readonly to: string;
  readonly token: string;
  readonly dryRun?: true;
  readonly json?: true;
}

/** What goes where. */
interface Sending {
  /** In words: `5 SOL`. */
  readonly what: string;
  /** The token account that gets it, or the wallet. */
  readonly arrivesAt: PublicKey;
  /** What may happen on the way; `null`: nothing. */
  readonly note: string | null;
  readonly instructions: readonly TransactionInstruction[];
  /** What the recipient holds. */
  held(): Promise<bigint>;
  amountText(units: bigint): string;
}

/** Lamports that a signature costs. */
const FEE = 5_000n;

/** Sends SOL or tokens to a wallet. What is sent is said before and after. Returns the exit code. */
export async function runSend(amount: string, flags: SendFlags, terminal: Terminal): Promise<number> {
  const programs = programsOfFlags(flags);
  const payer = readKeypair(flags.keypair);
  const chain = openWalletChain(flags.rpc);
  const to = publicKeyOf('to', flags.to);
  if (to.equals(payer.publicKey)) fail(7015, { message: `--to ${to} is the wallet that sends.` });
  await checkWallet(chain, to);
  const sending =
    flags.token === 'sol'
      ? await sendingSol(chain, payer, to, amount)
      : await sendingTokens(chain, payer, to, amount, flags);
  if (!flags.json)
    terminal.err(
      rows([
        ['send', sending.what],
        ['from', payer.publicKey.toBase58()],
        ['to', `${to}${sending.arrivesAt.equals(to) ? '' : ` (its account ${sending.arrivesAt})`}`],
        ...(sending.note === null ? [] : [['note', sending.note] as const]),
      ]),
    );
  const before = await sending.held();
  const { signature } = await sendTransaction({
    chain,
    programs,
    payer,
    instructions: sending.instructions,
    sleep: systemTimers.sleep,
    beforeSend: () => !flags.dryRun,
  });
  // What the recipient has got is not what was told to the chain, but what it says afterwards.
  const after = await sending.held();
  const received = signature === null ? null : sending.amountText(after - before);
  const balance = sending.amountText(after);
  if (flags.json)
    terminal.out(
      json({
        ...{ from: payer.publicKey, to, amount, token: flags.token, note: sending.note },
        ...{ received, balance, transaction: signature },
      }),
    );
  else
    terminal.out(
      rows([
        [signature === null ? 'would send' : 'sent', sending.what],
        ['to', to.toBase58()],
        ...(received === null ? [] : [['received', `${received}, and holds ${balance} now`] as const]),
        ['transaction', signature ?? 'not sent; it was simulated'],
      ]),
    );
  return EXIT.valid;
}

/** What is sent to a token account, a mint or a program is lost. Errors: 7244. */
async function checkWallet(chain: WalletChain, to: PublicKey): Promise<void> {
  const account = await chain.account(to);
  if (account === null || account.owner.equals(SystemProgram.programId)) return;
  const token = tokenAccountOf(account.owner, account.data);
  fail(7244, {
    message: token
      ? `${to} is a token account; its owner is ${token.owner}.`
      : `${to} is an account of the program ${account.owner}, and no wallet.`,
  });
}

async function sendingSol(chain: WalletChain, payer: Keypair, to: PublicKey, text: string): Promise<Sending> {
  const lamports = baseUnitsOf('AMOUNT', text, SOL_DECIMALS);
  const [held, theirs, least] = await Promise.all([chain.lamports(payer.publicKey), chain.lamports(to), chain.rent(0)]);
  if (BigInt(held) < lamports + FEE)
    fail(7153, {
      message: `${payer.publicKey} holds ${solText(held)} SOL, and ${text} with the fee of ${solText(FEE)} is more.`,
      hint: 'Send less; on a test chain linesman wallet fund gives some.',
    });
  if (BigInt(theirs) + lamports < BigInt(least))
    fail(7015, { message: `${to} would hold less than ${solText(least)} SOL, which the chain keeps no account for.` });
  return {
    what: `${solText(lamports)} SOL`,
    arrivesAt: to,
    note: null,
    instructions: [sendSolInstruction(payer.publicKey, to, lamports)],
    held: async () => BigInt(await chain.lamports(to)),
    amountText: solText,
  };
}

async function sendingTokens(
  chain: WalletChain,
  { publicKey: owner }: Keypair,
  to: PublicKey,
  text: string,
  flags: SendFlags,
): Promise<Sending> {
  const mint = await readMint(chain, await mintOfFlag(chain, flags));
  const { address, decimals, tokenProgram } = mint;
  const amount = baseUnitsOf('AMOUNT', text, decimals);
  const source = associatedTokenAddress(address, owner, tokenProgram);
  const destination = associatedTokenAddress(address, to, tokenProgram);
  const held = await tokenBalance(chain, source);
  if (held < amount)
    fail(7153, { message: `${owner} holds ${wholeTokens(held, decimals)} of ${address}, and ${text} is more.` });
  return {
    what: `${wholeTokens(amount, decimals)} of ${address}`,
    arrivesAt: destination,
    note: await noteOf(chain, mint, { source, destination, amount }),
    instructions: sendTokenInstructions({ mint, owner, source, to, destination, amount }),
    held: () => tokenBalance(chain, destination),
    amountText: (units) => wholeTokens(units, decimals),
  };
}

/** Errors: 7015, those of `configOf`. */
async function mintOfFlag(chain: WalletChain, flags: SendFlags): Promise<PublicKey> {
  if (flags.token !== 'stablecoin' && flags.token !== 'service') return publicKeyOf('token', flags.token);
  const { stablecoinMint, serviceMint } = await configOf(chain, programsOfFlags(flags));
  return flags.token === 'stablecoin' ? stablecoinMint : serviceMint;
}

/** What may happen on the way. Errors: 7245 when it cannot be sent, before the simulation says so in numbers. */
async function noteOf(
  chain: WalletChain,
  mint: Mint,
  { source, destination, amount }: Pick<TokenTransfer, 'source' | 'destination' | 'amount'>,
): Promise<string | null> {
  const refuse = (why: string): never => fail(7245, { message: `${mint.address} cannot be sent: ${why}.` });
  const [data, theirs, ours] = await chain.accounts([mint.address, destination, source]);
  const extensions = mintExtensionsOf(data ?? new Uint8Array());
  if (extensions.unsendable !== null) refuse(extensions.unsendable);
  if (ours && tokenAccountOf(mint.tokenProgram, ours)?.isFrozen) refuse(`the account ${source} is frozen`);
  if (theirs && tokenAccountOf(mint.tokenProgram, theirs)?.isFrozen)
    refuse(`the account of the recipient, ${destination}, is frozen`);
  if (!theirs && extensions.beginsFrozen) refuse('its accounts begin frozen, and the recipient has none');
  const fee = extensions.mostFee(amount);
  const notes = [
    ...(theirs ? [] : ['their token account is made, and its rent is paid by the sender']),
    ...(fee > 0n ? [`the mint keeps up to ${wholeTokens(fee, mint.decimals)} of it`] : []),
  ];
  return notes.length === 0 ? null : notes.join('; ');
}
