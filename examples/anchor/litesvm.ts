import { pathToFileURL } from 'node:url';
import { Program, type Provider } from '@anchor-lang/core';
import { configAddress } from '@linesman/sdk/program';
import { fromPublicKey, toPublicKey } from '@linesman/sdk/web3';
import { getTransactionDecoder, type Address as KitAddress, lamports } from '@solana/kit';
import {
  type Connection,
  Keypair,
  type PublicKey,
  type Signer,
  Transaction,
  type VersionedTransaction,
} from '@solana/web3.js';
import { FailedTransactionMetadata, LiteSVM, type TransactionMetadata } from 'litesvm';
import idl from '../../programs/artifacts/oracle.json' with { type: 'json' };
import { accountsOf, answer, ORACLE_KEY, PROGRAMS } from './accounts.js';
import type { Oracle } from './types/oracle.js';
import { type OracleProgram, validate } from './validate.js';

/**
 * `npx tsx examples/anchor/litesvm.ts`: Anchor's client since its first major version, `@anchor-lang/core`, on LiteSVM,
 * which has the runtime of the network in this process.
 */

type Sent = Transaction | VersionedTransaction;

/** A wallet on a LiteSVM. A cluster has `AnchorProvider` for this. */
export class LiteProvider implements Provider {
  readonly payer = Keypair.generate();
  readonly publicKey = this.payer.publicKey;
  /** The connection through which Anchor's client reads accounts. */
  readonly connection = {
    getAccountInfoAndContext: async (address: PublicKey) => ({ context: { slot: 0 }, value: this.accountAt(address) }),
  } as unknown as Connection;

  constructor(private readonly svm: LiteSVM) {}

  async sendAndConfirm(transaction: Sent, signers: readonly Signer[] = []): Promise<string> {
    const signed = this.signed(transaction, signers);
    const done = this.svm.sendTransaction(signed);
    if (done instanceof FailedTransactionMetadata) throw refused(done);
    // The next transaction may be identical, and then needs another blockhash.
    this.svm.expireBlockhash();
    return Buffer.from(done.signature()).toString('hex');
  }

  async simulate(transaction: Sent, signers: readonly Signer[] = []) {
    const done = this.svm.simulateTransaction(this.signed(transaction, signers));
    if (done instanceof FailedTransactionMetadata) throw refused(done);
    const meta: TransactionMetadata = done.meta();
    return { logs: meta.logs() };
  }

  private signed(transaction: Sent, signers: readonly Signer[]) {
    if (transaction instanceof Transaction) {
      transaction.feePayer = this.publicKey;
      transaction.recentBlockhash = this.svm.latestBlockhash();
      transaction.sign(this.payer, ...signers);
    } else transaction.sign([this.payer, ...signers]);
    return getTransactionDecoder().decode(transaction.serialize());
  }

  private accountAt(address: PublicKey) {
    const account = this.svm.getAccount(fromPublicKey(address) as string as KitAddress);
    if (!account.exists) return null;
    const { data, executable, programAddress } = account;
    return { data: Buffer.from(data), executable, lamports: 0, owner: toPublicKey(programAddress as never) };
  }
}

/** Anchor's client reads the error's name and number from the logs. */
const refused = (failed: FailedTransactionMetadata): Error =>
  Object.assign(new Error(failed.err().toString()), { logs: failed.meta().logs() });

/** The oracle program on a chain in this process with the roots of `examples/roots`. */
export function startLite(): { readonly oracle: Program<Oracle>; readonly provider: LiteProvider } {
  const svm = new LiteSVM();
  const provider = new LiteProvider(svm);
  const kit = (address: string) => address as KitAddress;
  for (const { address, bytes } of PROGRAMS) svm.addProgram(kit(address), bytes);
  for (const { address, owner, data } of accountsOf(fromPublicKey(provider.publicKey)))
    svm.setAccount({
      address: kit(address),
      programAddress: kit(owner),
      data,
      executable: false,
      lamports: lamports(10n ** 9n),
      space: BigInt(data.length),
    });
  svm.airdrop(kit(fromPublicKey(provider.publicKey)), lamports(10n ** 9n));
  return { oracle: new Program<Oracle>(idl, provider), provider };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { oracle, provider } = startLite();
  // A signed answer costs a credit. The oracle's admin gives the first hundred for free.
  await oracle.methods.giftValidationCredits(1).accounts({ targetUser: provider.publicKey }).rpc();
  // Both clients have the same methods.
  const same = oracle as unknown as OracleProgram;
  for (const [name, where] of [
    ['final-win', 'k1 - k2 > 0'],
    ['final-win', 'k1 - k2 > 5'],
    ['final-win-v4', 'k1 - k2 > 2'],
  ] as const)
    console.log(`${name} ${where}: ${await validate(same, answer(name), { where, oracleKey: ORACLE_KEY })}`);
  const { address } = configAddress(fromPublicKey(oracle.programId));
  const { admin } = await oracle.account.config.fetch(toPublicKey(address));
  console.log(`the oracle's admin is ${admin.equals(provider.publicKey) ? 'this wallet' : admin}`);
}
