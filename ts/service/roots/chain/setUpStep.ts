import { SIGNATURE_FEE } from '@linesman/sdk/internal/program/transaction/budget';
import { compileFor } from '@linesman/sdk/internal/program/transaction/compileFor';
import {
  type Address,
  type Instruction,
  type RpcNode,
  type Signer,
  SYSTEM_PROGRAM_ID,
  type TransactionVersion,
} from '@linesman/sdk/program';

/** The reads of a chain that planning needs. */
export type PlanChain = Pick<RpcNode, 'account' | 'accounts' | 'lamports' | 'rent' | 'takesVersion1'>;

/** An account that a step creates. */
export interface NewAccount {
  /** Its description, such as "treasury of the service token". */
  readonly name: string;
  readonly address: Address;
  /** The program that owns it. */
  readonly owner: Address;
  /** Bytes. */
  readonly size: number;
  /** Its rent-exempt minimum. */
  readonly rent: bigint;
  /** Lamports that the payer adds: less than the rent if the address already has lamports. */
  readonly lamports: bigint;
  /** The authority that can change it; `null` if only the owner's rules apply. */
  readonly authority: Address | null;
  /** The receiver of the rent on closing, and the way to close; `null` for rent that stays. */
  readonly comesBack: string | null;
}

export interface PlannedTransaction {
  /** Its description, such as "write bytes 0 to 1010 into the buffer". */
  readonly what: string;
  readonly instructions: readonly Instruction[];
  /** Bytes, signatures included. */
  readonly size: number;
  /** Lamports. */
  readonly fee: bigint;
  readonly version: TransactionVersion;
  /** Whether it is sent without a compute budget, as `buildTransaction` does it. */
  readonly withoutBudget: boolean;
}

/** A step of setting up an oracle, or of putting a program on chain. */
export interface SetUpStep {
  /** The accounts that the step creates. */
  readonly name:
    | 'program buffer'
    | 'program bytes'
    | 'program'
    | 'extension'
    | 'service token'
    | 'stablecoin'
    | 'configuration'
    | 'treasuries'
    | 'stock'
    | 'price list';
  /** The step's description, such as "writing the price list". */
  readonly what: string;
  /** Whether it is already on chain; it then stays unchanged. */
  readonly isThere: boolean;
  /** The payer, which also signs. */
  readonly payer: Signer;
  readonly signers: readonly Signer[];
  /** The transactions left to send: none if the step is done. Those of one step need no order. */
  readonly transactions: readonly PlannedTransaction[];
  /** The accounts that are left to create. */
  readonly creates: readonly NewAccount[];
  /** Lamports that return to the payer in this step. */
  readonly returned: bigint;
}

/** Any blockhash and any limits make a transaction of the same size. */
const BLOCKHASH = SYSTEM_PROGRAM_ID;
const LIMITS = { units: 1, loadedBytes: 1, pricePerUnit: 0n };

/** A transaction with its size and fee, as `buildTransaction` builds it. */
export function planned(
  version: TransactionVersion,
  what: string,
  payer: Address,
  instructions: readonly Instruction[],
  withoutBudget = false,
): PlannedTransaction {
  const { size, message } = compileFor(version, payer, instructions, BLOCKHASH, withoutBudget ? null : LIMITS);
  return { what, instructions, size, fee: SIGNATURE_FEE * BigInt(message.header.signers), version, withoutBudget };
}

/** The balance that a payer needs, and the cost in the end. */
export interface PayerCost {
  readonly payer: Address;
  /** Of its transactions. */
  readonly fees: bigint;
  /** Of the accounts that it creates. */
  readonly rent: bigint;
  /** The part of the rent that returns before the last step is done. */
  readonly returned: bigint;
  /** The highest amount spent at any moment. */
  readonly needed: bigint;
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);

/** Lamports by payer, in the order in which they first pay. */
export function costOf(steps: readonly SetUpStep[]): readonly PayerCost[] {
  const costs = new Map<Address, PayerCost>();
  for (const { payer, transactions, creates, returned } of steps) {
    if (transactions.length === 0) continue;
    const before = costs.get(payer.address) ?? { payer: payer.address, fees: 0n, rent: 0n, returned: 0n, needed: 0n };
    const fees = before.fees + sum(transactions.map(({ fee }) => fee));
    const rent = before.rent + sum(creates.map(({ lamports }) => lamports));
    const after = { payer: payer.address, fees, rent, returned: before.returned + returned };
    // In the step that returns lamports, they arrive after the fee, and before they pay for the new account.
    const paid = fees + before.rent - before.returned;
    const spent = fees + rent - after.returned;
    const most = paid > spent ? paid : spent;
    costs.set(payer.address, { ...after, needed: most > before.needed ? most : before.needed });
  }
  return [...costs.values()];
}
