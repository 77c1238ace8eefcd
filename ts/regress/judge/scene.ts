import { CONDITION_NOT_APPLICABLE, fail } from '@linesman/sdk/error';
import { hexToBytes } from '@linesman/sdk/format';
import { rootsAccount } from '@linesman/sdk/internal/program/account/rootsAccountBytes';
import {
  type Address,
  addressOf,
  decodeInstruction,
  INSTRUCTIONS,
  type Instruction,
  validateInstructions,
} from '@linesman/sdk/program';
import { conditionOnAll, type Proof, rootsKindOf, storedDay } from '@linesman/sdk/proof';
import { type Case, rootsOfCase } from '@linesman/sdk/prove';
import type { PlacedAccount, ProgramBytes, Scene } from '../engine/engine.js';
import { strategyOfCase } from './condition.js';
import { signedAccounts } from './signedAccounts.js';

/** Signs and pays the credit of a signed validation. */
const USER = addressOf(new Uint8Array(32).fill(3));
const NO_KEY = new Uint8Array(32);

/** A case as a transaction. */
export interface CaseScene extends Scene {
  readonly instruction: string;
  readonly form: string;
}

/**
 * The transaction that has the program validate a case, with the accounts that it reads.
 *
 * Errors: INVALID_CONDITION, STAT_NOT_PROVEN; CONDITION_NOT_APPLICABLE; those of `validateInstructions`, such as
 * NOT_ONE_COMPARISON, and SIGNER_MISSING for a signed proof without `oracleKey`.
 *
 * @param given Bytes of a roots account to use instead of the case's own.
 */
export function sceneOf(
  one: Case,
  proof: Proof,
  { programId }: Pick<ProgramBytes, 'programId'>,
  given?: Uint8Array,
): CaseScene {
  if (proof.kind !== 'stat' && one.where !== null) return fail(CONDITION_NOT_APPLICABLE);
  const strategy = proof.kind === 'stat' ? (strategyOfCase(one, proof) ?? conditionOnAll(proof)) : undefined;
  const isSigned = 'version' in proof && proof.version === 4;
  const oracleKey = isSigned && one.oracleKey !== null ? hexToBytes(one.oracleKey) : undefined;
  const built = validateInstructions({
    oracle: programId,
    proof,
    ...(strategy && { strategy }),
    ...(oracleKey && { signedBy: { user: USER, oracleKey } }),
  });
  const recorded =
    given === undefined
      ? rootsOfCase(one, proof, programId)
      : { address: addressOfRoots(given, proof, programId), data: given };
  const roots = recorded && { ...recorded, owner: programId };
  // For a signed proof, the signature comes before it.
  const last = built[built.length - 1] as Instruction;
  const { name } = decodeInstruction(last.data);
  return {
    instructions: [...built.slice(0, -1), roots ? withRecordedRoots(last, name, roots) : last],
    accounts: [
      ...(roots ? [roots] : []),
      ...(oracleKey ? signedAccounts(programId, USER, [oracleKey, NO_KEY], 1) : []),
    ],
    instruction: name,
    form: formOf(proof),
  };
}

/** The name in `linesman encode --form`. */
export const formOf = (proof: Proof): string => {
  if (proof.kind === 'stat') return `v${proof.version}`;
  return proof.kind === 'odds' && proof.version === 4 ? 'odds-v4' : proof.kind;
};

/** The address of the account on chain, derived from the day in the account. */
function addressOfRoots(account: Uint8Array, proof: Proof, programId: ProgramBytes['programId']): Address {
  const day = account.length < 10 ? 0 : storedDay(account);
  return rootsAccount(rootsKindOf(proof), day, new Map(), programId).address;
}

/** The names that instructions give to the account with the roots. */
const ROOTS_ACCOUNTS = ['dailyScoresMerkleRoots', 'dailyOddsMerkleRoots', 'tenDailyFixturesRoots'];

/**
 * Uses the recorded account instead of the one that follows from the proof's time. If the two differ, the program must
 * detect it, not the sender.
 */
function withRecordedRoots(instruction: Instruction, name: string, roots: PlacedAccount): Instruction {
  const kind = Object.values(INSTRUCTIONS).find((one) => one.name === name);
  const place = kind?.accounts.findIndex(([account]) => ROOTS_ACCOUNTS.includes(account));
  const accounts = instruction.accounts.map((meta, i) => (i === place ? { ...meta, address: roots.address } : meta));
  return { ...instruction, accounts };
}
