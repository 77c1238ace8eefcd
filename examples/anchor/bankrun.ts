import { type Event, EventParser, type Idl, type Program } from '@coral-xyz/anchor';
import { fromPublicKey, toPublicKey } from '@linesman/sdk/web3';
import {
  createAssociatedTokenAccountInstruction,
  createInitializeMint2Instruction,
  createMintToInstruction,
  getAssociatedTokenAddressSync,
  MINT_SIZE,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token';
import { Keypair, PublicKey, SystemProgram, Transaction } from '@solana/web3.js';
import { BankrunProvider } from 'anchor-bankrun';
import { Clock, start } from 'solana-bankrun';
import { accountsOf, PROGRAMS } from './accounts.js';

const LOADER = new PublicKey('BPFLoader2111111111111111111111111111111111');

/** A chain in this process with the roots of `examples/roots`. The provider's wallet is the oracle's admin. */
export async function startChain(): Promise<BankrunProvider> {
  // By default bankrun logs every instruction.
  process.env.RUST_LOG ??= 'off';
  // The arguments of `start` may be garbage-collected before bankrun reads them. That would crash the process.
  const context = await start([], []);
  const lamports = 10 ** 9;
  for (const { address, bytes } of PROGRAMS)
    context.setAccount(toPublicKey(address), { data: bytes, owner: LOADER, lamports, executable: true });
  for (const { address, owner, data } of accountsOf(fromPublicKey(context.payer.publicKey)))
    context.setAccount(toPublicKey(address), { data, owner: toPublicKey(owner), lamports, executable: false });
  return new SigningProvider(context);
}

/**
 * On a cluster, a simulation needs no signatures. On bankrun it needs them, and the provider leaves out the wallet's
 * signature.
 */
class SigningProvider extends BankrunProvider {
  override simulate(...[transaction, signers = [], ...rest]: Parameters<BankrunProvider['simulate']>) {
    return super.simulate(transaction, [...signers, this.context.payer], ...rest);
  }
}

/** Sets the clock of the chain, in Unix seconds. */
export async function setTime({ context }: BankrunProvider, time: number): Promise<void> {
  const { slot, epochStartTimestamp, epoch, leaderScheduleEpoch, unixTimestamp } = await context.banksClient.getClock();
  // Challenge windows count slots too.
  const next = BigInt(time) > unixTimestamp ? slot + (5n * (BigInt(time) - unixTimestamp)) / 2n : slot;
  context.setClock(new Clock(next, epochStartTimestamp, epoch, leaderScheduleEpoch, BigInt(time)));
}

/**
 * Sends a transaction and returns the events in its log. On a cluster, read the log with `connection.getTransaction`.
 */
export async function sendForEvents<IDL extends Idl>(
  { context, publicKey, wallet }: BankrunProvider,
  { programId, coder }: Program<IDL>,
  call: { transaction(): Promise<Transaction> },
): Promise<Event[]> {
  const transaction = await call.transaction();
  transaction.feePayer = publicKey;
  transaction.recentBlockhash = (await context.banksClient.getLatestBlockhash())?.[0] ?? context.lastBlockhash;
  const { logMessages } = await context.banksClient.processTransaction(await wallet.signTransaction(transaction));
  return [...new EventParser(programId, coder).parseLogs(logMessages)];
}

/** Creates a mint, and gives each owner lamports and `amount` base units. */
export async function makeMoney(
  provider: BankrunProvider,
  owners: readonly PublicKey[],
  amount: bigint,
): Promise<PublicKey> {
  const [payer, mint] = [provider.publicKey, Keypair.generate()];
  const lamports = await provider.connection.getMinimumBalanceForRentExemption(MINT_SIZE);
  const transaction = new Transaction().add(
    SystemProgram.createAccount({
      fromPubkey: payer,
      newAccountPubkey: mint.publicKey,
      space: MINT_SIZE,
      lamports,
      programId: TOKEN_PROGRAM_ID,
    }),
    createInitializeMint2Instruction(mint.publicKey, 6, payer, null),
  );
  for (const owner of owners) {
    const account = getAssociatedTokenAddressSync(mint.publicKey, owner);
    transaction.add(
      SystemProgram.transfer({ fromPubkey: payer, toPubkey: owner, lamports: 10 ** 9 }),
      createAssociatedTokenAccountInstruction(payer, account, owner, mint.publicKey),
      createMintToInstruction(mint.publicKey, account, payer, amount),
    );
  }
  await provider.sendAndConfirm?.(transaction, [mint]);
  return mint.publicKey;
}
