import { TRANSACTION_NOT_LANDED } from '../../error/codes/library.js';
import { fail } from '../../error/linesmanError.js';
import { checkOptions, type OptionRules, optional, required } from '../../format/checkOptions.js';
import { FUNCTION, integerOf, OBJECT, SIGNAL } from '../../format/optionKinds.js';
import type { Address } from '../address/address.js';
import type { Instruction } from '../instruction/instruction.js';
import type { Signer } from '../keyPair.js';
import type { ProgramIds } from '../programId.js';
import type { SendingChain } from '../sendingChain.js';
import { buildTransaction } from './build.js';
import { buildPatiently } from './passingFailure.js';
import { hasLanded } from './send.js';
import { signatureOf, signTransaction, type Transaction } from './transaction.js';

/** Signs whole transactions for an address: a wallet, whose owner sees what is signed. `WalletSigner` is one. */
export interface TransactionSigner {
  readonly address: Address;
  /** Whether it signs transactions of version 1; it signs earlier ones in any case. Default false. */
  readonly signsVersion1?: boolean;
  /** Returns the transaction with the signature of the address. Rejects when the owner declines. */
  signTransaction(transaction: Transaction): Promise<Transaction>;
}

/**
 * A signer of transactions from a key pair, or anything else that signs messages. One that signs transactions is
 * returned as it is.
 *
 * @example
 * ```ts
 * import { KeyPair, transactionSigner } from '@linesman/sdk/program';
 *
 * const signer = transactionSigner(KeyPair.generate());
 * ```
 */
export const transactionSigner = (signer: Signer | TransactionSigner): TransactionSigner =>
  'signTransaction' in signer
    ? signer
    : {
        address: signer.address,
        signsVersion1: true,
        signTransaction: async (transaction) => signTransaction(transaction, [signer]),
      };

/**
 * The version of transactions for a signer, as `buildTransaction` takes it: 1 only if the signer signs it.
 *
 * @example
 * ```ts
 * import { signerVersion } from '@linesman/sdk/program';
 *
 * signerVersion({ signsVersion1: false }); // 0
 * ```
 */
export const signerVersion = ({ signsVersion1 }: Pick<TransactionSigner, 'signsVersion1'>): 'auto' | 0 =>
  signsVersion1 ? 'auto' : 0;

/** How many times a transaction is signed again because its blockhash has expired. Each time its owner is asked. */
const ATTEMPTS = 3;

export interface SignAndSendOptions {
  readonly chain: SendingChain;
  readonly programs: ProgramIds;
  readonly signer: TransactionSigner;
  /** Waits this many ms between two status requests. */
  readonly sleep: (ms: number) => Promise<unknown>;
  /** How many blockhashes may expire before the transaction counts as failed. Default 3. */
  readonly attempts?: number;
  /** Called before the signer is asked for its signature. */
  readonly onSigning?: () => void;
  /** Called with each signed transaction before it is submitted; from then on it may land. */
  readonly onSigned?: (signed: Transaction) => void;
  /** Stops waiting. The promise then rejects as that of `sendTransaction`. */
  readonly signal?: AbortSignal | undefined;
}

const OPTIONS: OptionRules<SignAndSendOptions> = {
  chain: required(OBJECT),
  programs: required(OBJECT),
  signer: required(OBJECT),
  sleep: required(FUNCTION),
  attempts: optional(integerOf(1)),
  onSigning: optional(FUNCTION),
  onSigned: optional(FUNCTION),
  signal: optional(SIGNAL),
};

/**
 * Has a wallet sign what `prepare` returns, and submits it until it has landed. Returns the signature. It is simulated
 * first, so that the owner does not sign what the program refuses, and it is prepared and signed again only when it has
 * expired and can no longer land.
 *
 * @param prepare Instructions, or a transaction that somebody else has built; called for each attempt.
 *
 * Errors: UNKNOWN_OPTION, MISSING_OPTION and WRONG_OPTION; those of `prepare`, `buildTransaction` and the signer;
 * REQUEST_ABORTED before anything is signed; those of `hasLanded`; TRANSACTION_NOT_LANDED when every attempt expired.
 *
 * @example
 * ```ts
 * import { type Instruction, type SignAndSendOptions, signAndSend } from '@linesman/sdk/program';
 * import { connectWallet, type StandardWallet } from '@linesman/sdk/wallet';
 *
 * declare const wallet: StandardWallet;
 * declare const instructions: readonly Instruction[];
 * declare const { chain, programs, sleep }: SignAndSendOptions;
 * const [signer] = await connectWallet(wallet);
 * if (signer) await signAndSend({ chain, programs, signer, sleep }, async () => instructions);
 * ```
 */
export async function signAndSend(
  options: SignAndSendOptions,
  prepare: () => Promise<readonly Instruction[] | Transaction>,
): Promise<string> {
  checkOptions('signAndSend', options, OPTIONS);
  const { chain, programs, signer, sleep, attempts = ATTEMPTS, onSigning, onSigned, signal } = options;
  const build = async (): Promise<Transaction> => {
    const prepared = await prepare();
    if ('message' in prepared) return prepared;
    const what = { payer: signer.address, instructions: prepared, version: signerVersion(signer) };
    return (await buildTransaction({ chain, programs, ...what })).transaction;
  };
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const built = await buildPatiently(build, { sleep, signal });
    onSigning?.();
    const signed = await signer.signTransaction(built);
    const signature = signatureOf(signed);
    onSigned?.(signed);
    if (await hasLanded({ chain, programs, sleep, signal }, signed, signature)) return signature;
  }
  return fail(TRANSACTION_NOT_LANDED, { attempts });
}
