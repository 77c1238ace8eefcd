import { MAX_UNITS, SIGNATURE_FEE, wholePriorityFee } from '@linesman/sdk/internal/program/transaction/budget';
import { type Address, ED25519_PROGRAM_ID, type Instruction, isSigner } from '@linesman/sdk/program';

export interface TransactionCost {
  readonly payer: Address;
  readonly instructions: readonly Instruction[];
  readonly microLamportsPerUnit: bigint;
  /** Rent that the payer deposits, lamports. */
  readonly rent?: bigint | undefined;
  /** Its limit of compute units. Default: the most that a transaction may have. */
  readonly units?: number | undefined;
}

/** The most lamports that a transaction takes from its payer, as a deposit or permanently. */
export function transactionCost({ payer, instructions, microLamportsPerUnit, ...more }: TransactionCost): bigint {
  const { rent = 0n, units = MAX_UNITS } = more;
  const verified = instructions.filter(({ programAddress }) => programAddress === ED25519_PROGRAM_ID).length;
  const signing = instructions.flatMap(({ accounts }) => accounts.filter(isSigner).map(({ address }) => address));
  const signers = new Set([payer, ...signing]).size;
  return SIGNATURE_FEE * BigInt(signers + verified) + wholePriorityFee(units, microLamportsPerUnit) + rent;
}
