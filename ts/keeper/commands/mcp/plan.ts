import { FAULT_OF_LINESMAN, fail } from '@linesman/sdk/error';
import { INSTRUCTIONS } from '@linesman/sdk/internal/program/instructions';
import { instructionsOf } from '@linesman/sdk/internal/program/transaction/message';
import {
  type Address,
  COMPUTE_BUDGET_PROGRAM_ID,
  decodeInstruction,
  decodeTransaction,
  ED25519_PROGRAM_ID,
  type Instruction,
  isSigner,
  isWritable,
  type ProgramIds,
} from '@linesman/sdk/program';
import { transactionCost } from '../../transactionCost.js';

/** A transaction that somebody else signs, and what its bytes do. */
export interface Plan {
  /** Unsigned, in Base64. */
  readonly transaction: string;
  readonly payer: Address;
  readonly fee_lamports: bigint;
  readonly instructions: readonly PlannedInstruction[];
  readonly before_signing: string;
}

interface PlannedInstruction {
  readonly program: Address;
  readonly name: string;
  readonly accounts: readonly { readonly name: string; readonly address: Address; readonly role: string }[];
  /** Amounts in base units. */
  readonly args: unknown;
}

const BEFORE_SIGNING =
  'Sign only after comparing: decode the transaction yourself, and compare programs, accounts, amounts and fee with ' +
  'what you meant to do. Nothing here was signed or sent.';

/**
 * Reads a transaction from its bytes alone. Errors: those of `decodeTransaction` and `decodeInstruction`;
 * FAULT_OF_LINESMAN for a transaction that another wallet has to sign, or that calls another program.
 */
export function planOf(bytes: Uint8Array, payer: Address, programs: ProgramIds): Plan {
  const { message } = decodeTransaction(bytes);
  const signers = message.accounts.slice(0, message.header.signers);
  if (signers.length !== 1 || signers[0] !== payer)
    fail(FAULT_OF_LINESMAN, { reason: `the plan would be signed by ${signers.join(', ')}, not by ${payer} alone` });
  const all = instructionsOf(message);
  const budget = priorityFeeOf(all);
  return {
    transaction: Buffer.from(bytes).toString('base64'),
    payer,
    fee_lamports:
      transactionCost({
        ...{ payer, instructions: all, microLamportsPerUnit: budget.price },
        ...(budget.units !== undefined && { units: budget.units }),
      }) + (message.config?.priorityFeeLamports ?? 0n),
    instructions: all.map((one) => planned(one, programs)),
    before_signing: BEFORE_SIGNING,
  };
}

function planned({ programAddress, accounts, data }: Instruction, programs: ProgramIds): PlannedInstruction {
  const named = (names: readonly string[]) =>
    accounts.map((one, i) => ({
      name: names[i] ?? '',
      address: one.address,
      role: [isWritable(one) ? 'writable' : 'read-only', ...(isSigner(one) ? ['signer'] : [])].join(', '),
    }));
  if (programAddress === COMPUTE_BUDGET_PROGRAM_ID)
    return { program: programAddress, name: 'compute budget', accounts: [], args: null };
  if (programAddress === ED25519_PROGRAM_ID)
    return { program: programAddress, name: "check of the oracle's signature", accounts: [], args: null };
  const { program, name, args } = decodeInstruction(data);
  if (programAddress !== programs[program])
    return fail(FAULT_OF_LINESMAN, { reason: `the plan would call ${programAddress}` });
  const kind = Object.values(INSTRUCTIONS).find((one) => one.program === program && one.name === name);
  return { program: programAddress, name, accounts: named(kind?.accounts.map(([word]) => word) ?? []), args };
}

/** What the budget instructions set. */
function priorityFeeOf(instructions: readonly Instruction[]): { readonly price: bigint; readonly units?: number } {
  let found: { price: bigint; units?: number } = { price: 0n };
  for (const { programAddress, data } of instructions) {
    if (programAddress !== COMPUTE_BUDGET_PROGRAM_ID) continue;
    const view = new DataView(data.buffer, data.byteOffset, data.length);
    if (data[0] === 2) found = { ...found, units: view.getUint32(1, true) };
    if (data[0] === 3) found = { ...found, price: view.getBigUint64(1, true) };
  }
  return found;
}
