import { base58 } from '@scure/base';
import type { ParsedTransactionWithMeta } from '@solana/web3.js';
import { ZERO_ADDRESS } from '../../../ts/sdk/program/address/runtime.js';
import type { Instruction } from '../../../ts/sdk/program/instruction/instruction.js';
import type { KeyPair } from '../../../ts/sdk/program/keyPair.js';
import type { LandedInstruction, LandedTransaction } from '../../../ts/sdk/program/rpcNode.js';
import { compileMessage, instructionsOf } from '../../../ts/sdk/program/transaction/message.js';
import { signTransaction, unsigned } from '../../../ts/sdk/program/transaction/transaction.js';
import { toPublicKey } from '../../../ts/sdk/web3/convert.js';

/** A signed transaction of these instructions, as a node returns it once it has landed. */
export function parsedTransaction(
  instructions: readonly Instruction[],
  signers: readonly [KeyPair, ...KeyPair[]],
  blockTime: number | null,
  err: unknown = null,
): LandedTransaction {
  const message = compileMessage(signers[0].address, instructions, ZERO_ADDRESS);
  // Throws for a signer that the transaction does not ask for.
  signTransaction(unsigned(message), signers);
  return {
    meta: { err, logMessages: [] },
    blockTime,
    signers: message.accounts.slice(0, message.header.signers),
    instructions: instructionsOf(message).map(({ programAddress, accounts, data }) => ({
      programAddress,
      accounts: accounts.map(({ address }) => address),
      data: base58.encode(data),
    })),
  };
}

/** The same in the form of web3.js `getParsedTransaction`. `called`: the programs' inner instructions. */
export function nodeAnswer(
  { meta, blockTime, signers, instructions }: LandedTransaction,
  called: readonly LandedInstruction[] = [],
): ParsedTransactionWithMeta {
  const named = instructions.flatMap(({ programAddress, accounts }) => [
    programAddress,
    ...accounts.filter((one) => one !== null),
  ]);
  return {
    slot: 1,
    blockTime,
    meta: meta && {
      err: meta.err as string | null,
      fee: 5000,
      innerInstructions: [{ index: 0, instructions: called.map(answered) }],
      preBalances: [],
      postBalances: [],
      logMessages: meta.logMessages && [...meta.logMessages],
    },
    transaction: {
      signatures: [],
      message: {
        recentBlockhash: ZERO_ADDRESS,
        accountKeys: [...new Set([...signers, ...named])].map((one) => ({
          pubkey: toPublicKey(one),
          signer: signers.includes(one),
          writable: true,
          source: 'transaction',
        })),
        instructions: instructions.map(answered),
      },
    },
  };
}

const answered = ({ programAddress, accounts, data }: LandedInstruction) =>
  data === null
    ? { program: 'system', programId: toPublicKey(programAddress), parsed: {} }
    : {
        programId: toPublicKey(programAddress),
        accounts: accounts.map((one) => toPublicKey(one ?? ZERO_ADDRESS)),
        data,
      };
