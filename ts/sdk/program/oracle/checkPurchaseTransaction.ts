import { PURCHASE_REFUSED } from '../../error/codes/customers.js';
import type { ContextOf } from '../../error/errors.js';
import { fail } from '../../error/linesmanError.js';
import { checkOptions, deliberate, type OptionKind, type OptionRules, required } from '../../format/checkOptions.js';
import { equalBytes } from '../../format/hash.js';
import { AMOUNT, OBJECT } from '../../format/optionKinds.js';
import { checkSignature } from '../../proof/signature.js';
import type { OracleConfig } from '../account/oracleConfig.js';
import { type Address, addressBytes } from '../address/address.js';
import { ADDRESS } from '../address/addressOption.js';
import { COMPUTE_BUDGET_PROGRAM_ID, SYSTEM_PROGRAM_ID } from '../address/runtime.js';
import { ASSOCIATED_TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '../address/token.js';
import type { Instruction } from '../instruction/instruction.js';
import { MAX_UNITS, SIGNATURE_FEE, wholePriorityFee } from '../transaction/budget.js';
import { encodeMessage, instructionsOf } from '../transaction/message.js';
import { decodeTransaction, type Transaction } from '../transaction/transaction.js';
import { purchaseInstruction } from './purchaseInstruction.js';
import { serviceTokenAddress, stablecoinAddress } from './treasury.js';

/** The purchase that the buyer asked the service to quote. */
export interface ExpectedPurchase {
  readonly oracle: Address;
  /** Read from the chain, never taken from the service. */
  readonly config: Pick<OracleConfig, 'serviceMint' | 'stablecoinMint' | 'backendAdmin'>;
  readonly buyer: Address;
  /** Whole service tokens. */
  readonly tokens: bigint;
  /** The highest network fee to accept, in lamports. Default 0.01 SOL. */
  readonly maxFee?: bigint;
}

const CONFIG: OptionKind = {
  expected: 'the configuration of the deployment',
  fits: (value) => {
    if (!OBJECT.fits(value)) return false;
    const { serviceMint, stablecoinMint, backendAdmin } = value as ExpectedPurchase['config'];
    return [serviceMint, stablecoinMint, backendAdmin].every(ADDRESS.fits);
  },
};

const EXPECTED: OptionRules<ExpectedPurchase> = {
  oracle: required(ADDRESS),
  config: required(CONFIG),
  buyer: required(ADDRESS),
  tokens: required(AMOUNT),
  maxFee: deliberate(AMOUNT),
};

const MAX_FEE = 10_000_000n;
/** How data of the system program's AdvanceNonceAccount begins. */
const ADVANCE_NONCE = Uint8Array.of(4, 0, 0, 0);

/**
 * Checks the transaction of a quote before the buyer signs it: it must be the requested purchase and nothing else.
 * Returns the decoded transaction, ready for the buyer's signature.
 *
 * - The buyer pays the network fee, up to `maxFee`.
 * - The buyer and the backend admin are the only signers, and the admin's signature verifies.
 * - Exactly one instruction calls the oracle program: the purchase of `tokens`, between the deployment's treasuries and
 *   the buyer's own token accounts.
 * - Other instructions may only set the compute budget, create the buyer's own token accounts, or be system and token
 *   instructions that do not name the buyer. None uses a durable nonce.
 *
 * Errors: UNKNOWN_OPTION, MISSING_OPTION and WRONG_OPTION of `expected`; PURCHASE_REFUSED, with what differs.
 *
 * @example
 * ```ts
 * import {
 *   type Address,
 *   checkPurchaseTransaction,
 *   encodeTransaction,
 *   type KeyPair,
 *   type OracleConfig,
 *   signTransaction,
 * } from '@linesman/sdk/program';
 *
 * declare const bytes: Uint8Array; // the transaction of the quote
 * declare const oracle: Address;
 * declare const config: OracleConfig; // read from the chain
 * declare const buyer: KeyPair;
 * const checked = checkPurchaseTransaction(bytes, { oracle, config, buyer: buyer.address, tokens: 1_000n });
 * const signed = encodeTransaction(signTransaction(checked, [buyer]));
 * ```
 */
export function checkPurchaseTransaction(bytes: Uint8Array, expected: ExpectedPurchase): Transaction {
  // Without this, a `source` or `destination` in `expected` would end up in the purchase that is compared.
  checkOptions('checkPurchaseTransaction', expected, EXPECTED);
  const { oracle, config, buyer, maxFee = MAX_FEE } = expected;
  const transaction = decode(bytes);
  const { message } = transaction;
  if (message.version === 0) refuse({ problem: 'address table' });
  const signers = message.accounts.slice(0, message.header.signers);
  const [payer, other] = signers;
  if (payer !== buyer) refuse({ problem: 'other payer', payer: `${payer}`, buyer });
  if (signers.length !== 2 || other !== config.backendAdmin)
    refuse({ problem: 'other signers', signers: signers.slice(1).map(String), admin: config.backendAdmin });
  try {
    checkSignature(encodeMessage(message), transaction.signatures[1] ?? new Uint8Array(), [
      addressBytes(config.backendAdmin),
    ]);
  } catch {
    refuse({ problem: 'signature', admin: config.backendAdmin });
  }
  const instructions = instructionsOf(message);
  checkFee(instructions, message.config?.priorityFeeLamports ?? 0n, maxFee);
  const purchases = instructions.filter(({ programAddress }) => programAddress === oracle);
  const [purchase] = purchases;
  if (purchases.length !== 1 || purchase === undefined)
    return refuse({ problem: 'number of purchases', count: purchases.length, oracle });
  if (!isSame(purchase, purchaseInstruction(expected)))
    refuse({ problem: 'other purchase', tokens: expected.tokens, buyer });
  for (const instruction of instructions) if (instruction !== purchase) checkCompanion(instruction, expected);
  return transaction;
}

function decode(bytes: Uint8Array): Transaction {
  try {
    return decodeTransaction(bytes);
  } catch {
    return refuse({ problem: 'undecodable' });
  }
}

/** Another instruction in the transaction must not be able to touch accounts of the buyer. */
function checkCompanion(instruction: Instruction, expected: ExpectedPurchase): void {
  const { programAddress: program, accounts, data } = instruction;
  const { config, buyer, oracle } = expected;
  if (program === COMPUTE_BUDGET_PROGRAM_ID) return;
  if (program === ASSOCIATED_TOKEN_PROGRAM_ID) {
    // No data or 0 is Create, 1 is CreateIdempotent. Its payer pays the rent of the new account.
    const makes = data.length === 0 || (data.length === 1 && (data[0] ?? 9) <= 1);
    const [payer, account, owner, mint] = accounts.map(({ address }) => address);
    const own = [
      [config.serviceMint, serviceTokenAddress(buyer, { oracle, config })],
      [config.stablecoinMint, stablecoinAddress(buyer, { oracle, config })],
    ].some(([of, address]) => of && address && mint === of && account === address);
    if (makes && payer === buyer && owner === buyer && own) return;
    refuse({ problem: 'foreign token account' });
  }
  const isPlain = [SYSTEM_PROGRAM_ID, TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID].includes(program);
  if (!isPlain) refuse({ problem: 'other program', program: program });
  // A durable nonce keeps a transaction valid forever. If the buyer gave up on it and bought again, both could land.
  if (program === SYSTEM_PROGRAM_ID && equalBytes(data.subarray(0, 4), ADVANCE_NONCE))
    refuse({ problem: 'durable nonce' });
  if (accounts.some(({ address }) => address === buyer)) refuse({ problem: 'names the buyer', program: program });
}

/**
 * The highest fee that the transaction can cost must not exceed `maxFee`. In version 1 only `priorityFee` counts, but
 * a service has no reason to have both.
 */
function checkFee(instructions: readonly Instruction[], priorityFee: bigint, maxFee: bigint): void {
  let [units, price] = [BigInt(MAX_UNITS), 0n];
  for (const { programAddress, data } of instructions) {
    if (programAddress !== COMPUTE_BUDGET_PROGRAM_ID) continue;
    const view = new DataView(data.buffer, data.byteOffset, data.length);
    if (data[0] === 2 && data.length === 5) units = BigInt(view.getUint32(1, true));
    else if (data[0] === 3 && data.length === 9) price = view.getBigUint64(1, true);
    // RequestHeapFrame and SetLoadedAccountsDataSizeLimit do not add to the fee.
    else if (data[0] !== 1 && data[0] !== 4) refuse({ problem: 'unknown budget' });
  }
  const fee = 2n * SIGNATURE_FEE + priorityFee + wholePriorityFee(units, price);
  if (fee > maxFee) refuse({ problem: 'fee', fee, maxFee });
}

const isSame = (one: Instruction, other: Instruction): boolean =>
  equalBytes(one.data, other.data) &&
  one.accounts.length === other.accounts.length &&
  one.accounts.every(({ address }, i) => other.accounts[i]?.address === address);

const refuse = (fault: ContextOf<typeof PURCHASE_REFUSED>): never => fail(PURCHASE_REFUSED, fault);
