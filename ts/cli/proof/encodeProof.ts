import type { FormSize } from '@linesman/sdk/error';
import {
  CONDITION_NOT_APPLICABLE,
  FORM_NOT_ENCODABLE,
  fail,
  isError,
  OLDER_TREE_ON_CHAIN,
  OPTION_NEEDED,
  OPTION_NOT_APPLICABLE,
  TRANSACTION_TOO_LARGE,
} from '@linesman/sdk/error';
import { sha256 } from '@linesman/sdk/internal/format/sha256';
import type { Sport } from '@linesman/sdk/internal/format/sports/sports';
import type { NDimensionalStrategy } from '@linesman/sdk/internal/format/strategy';
import type { Address } from '@linesman/sdk/internal/program/address/address';
import { configAddress, rootsAddress } from '@linesman/sdk/internal/program/address/oracle';
import { ED25519_PROGRAM_ID, INSTRUCTIONS_SYSVAR, ZERO_ADDRESS } from '@linesman/sdk/internal/program/address/runtime';
import { bufferAddress } from '@linesman/sdk/internal/program/address/settlement';
import type { InstructionKind } from '@linesman/sdk/internal/program/instruction/define';
import { INSTRUCTIONS } from '@linesman/sdk/internal/program/instructions';
import {
  DEFAULT_ORACLE_PROGRAM_ID,
  DEFAULT_SETTLEMENT_PROGRAM_ID,
  LOCALNET_PROGRAM_IDS,
} from '@linesman/sdk/internal/program/programId';
import { inVersion } from '@linesman/sdk/internal/program/proof/inVersion';
import { scoreProofOf } from '@linesman/sdk/internal/program/proof/scoreProofOf';
import { signatureInstruction } from '@linesman/sdk/internal/program/proof/signatureInstruction';
import {
  validateFixtureArgs,
  validateFixtureBatchArgs,
  validateStatArgs,
} from '@linesman/sdk/internal/program/proof/validateArgs';
import { bufferChunks, chunkRoom } from '@linesman/sdk/internal/program/settlement/bufferChunks';
import { bufferContent } from '@linesman/sdk/internal/program/settlement/bufferContent';
import { cheapestForm } from '@linesman/sdk/internal/program/settlement/cheapestForm';
import { settleArgs } from '@linesman/sdk/internal/program/settlement/settleInstructions';
import { coveringStrategyOf, parseCondition } from '@linesman/sdk/internal/proof/condition';
import { isOfOlderTree } from '@linesman/sdk/internal/proof/olderTree';
import { multiproofPayload, oddsPayload, statPayload } from '@linesman/sdk/internal/proof/payload';
import type { Proof, StatProof } from '@linesman/sdk/internal/proof/proof';
import { rootsPlaceOf } from '@linesman/sdk/internal/proof/rootsPlace';
import { verify } from '@linesman/sdk/internal/proof/verify';
import type { EncodeFlags, Form } from './encode.js';
import { witnessLeaf } from './witnessLeaf.js';

/** The options of the command, with the parsed witness. */
export type EncodeOptions = Omit<EncodeFlags, 'file' | 'as' | 'json' | 'witness'> & { readonly witness?: Proof };

export interface Encoded {
  /** The data of each instruction, in order; only `settle-from-buffer` has more than one. */
  readonly data: readonly Uint8Array[];
  /** The same with further details, for JSON. */
  readonly json: object;
  /** The forms in which `settle` can be sent, if requested. */
  readonly candidates: readonly FormSize[] | null;
}

/** An instruction with its arguments, and the proof in the form of the arguments. */
interface Call {
  readonly instruction: InstructionKind<never>;
  readonly data: Uint8Array;
  /** `null` if the arguments contain no proof. */
  readonly proof: Proof | null;
}

/**
 * Instruction data for a proof. Errors: FORM_NOT_ENCODABLE, OPTION_NEEDED, OPTION_NOT_APPLICABLE and WITNESS_NOT_USABLE
 * for the options; INVALID_CONDITION and STAT_NOT_PROVEN, DUPLICATE_STAT_COVERAGE and INCOMPLETE_STAT_COVERAGE for the
 * condition; without `noCheck` OLDER_TREE_ON_CHAIN and those of the verifier.
 */
export function encodeProof(proof: Proof, options: EncodeOptions): Encoded {
  const { sport, form = formOf(proof), owner, bufferId } = options;
  const { oracleProgram: oracle = DEFAULT_ORACLE_PROGRAM_ID } = options;
  const { settlementProgram: settlement = DEFAULT_SETTLEMENT_PROGRAM_ID } = options;
  if (!options.noCheck) checkProof(proof, sport);
  const buffered = form === 'settle-from-buffer';
  if (!buffered && (owner !== undefined || bufferId !== undefined))
    fail(OPTION_NOT_APPLICABLE, {
      problem: 'other form',
      options: ['--owner', '--buffer-id'],
      forms: ['settle-from-buffer'],
      form,
    });
  const id = bufferId ?? 0n;
  const buffer = buffered && owner ? { owner, buffer: bufferAddress(owner, id, settlement).address } : {};
  const known: Readonly<Record<string, Address>> = { ...knownAddresses(proof, oracle), ...buffer };
  const described = ({ instruction, data, proof: of }: Call): object => ({
    instruction: instruction.name,
    program: instruction.program,
    programId: instruction.program === 'oracle' ? oracle : settlement,
    bytes: data.length,
    data,
    accounts: instruction.accounts.map(([name, flags]) => ({
      name,
      address: known[name] ?? null,
      writable: flags.includes('w'),
      signer: flags.includes('s'),
    })),
    before: of === null ? [] : signatureBefore(of, options.oracleKey),
  });
  const calls = buffered ? bufferCalls(proof, options, id, settlement) : [callOf(proof, form, options)];
  const [first] = calls;
  const candidates = options.explain ? candidatesOf(proof, form, options) : null;
  const call = first && !buffered ? described(first) : { instructions: calls.map(described) };
  return {
    data: calls.map(({ data }) => data),
    candidates,
    json: candidates ? { ...call, candidates } : call,
  };
}

/**
 * Creates, writes, uses and closes the buffer. Each instruction is a separate transaction, for which the owner pays.
 */
function bufferCalls(proof: Proof, options: EncodeOptions, id: bigint, settlement: Address): Call[] {
  const settled = callOf(proof, 'settle', options);
  const content = bufferContent(settled.data);
  const { bufferCreate, bufferWrite, settleFromBuffer, bufferClose } = INSTRUCTIONS;
  // A placeholder: sizes do not depend on the address.
  const owner = ZERO_ADDRESS;
  const chunks = bufferChunks(content, chunkRoom(owner, owner, settlement), new Uint8Array(content.length));
  return [
    callTo(bufferCreate, { id, length: content.length, sha256: sha256(content) }, null),
    ...chunks.map((chunk) => callTo(bufferWrite, { ...chunk }, null)),
    callTo(settleFromBuffer, {}, settled.proof),
    callTo(bufferClose, {}, null),
  ];
}

const callTo = <A>(instruction: InstructionKind<A>, args: A, proof: Proof | null): Call => ({
  instruction: instruction as unknown as Call['instruction'],
  data: instruction.encode(args),
  proof,
});

/** The ways to settle with a proof. Addresses do not affect sizes. A proof with a signature counts as signed. */
function candidatesOf(proof: Proof, form: Form, { witness, oracleKey }: EncodeOptions): readonly FormSize[] {
  if (proof.kind !== 'stat' || !isSettle(form))
    return fail(OPTION_NOT_APPLICABLE, {
      problem: 'other form',
      options: ['--explain'],
      forms: ['settle', 'compact'],
      form,
    });
  const any = ZERO_ADDRESS;
  try {
    return cheapestForm({
      programs: LOCALNET_PROGRAM_IDS,
      payer: DEFAULT_SETTLEMENT_PROGRAM_ID,
      market: any,
      terms: { oracleProgram: any, signer: oracleKey ?? new Uint8Array(32), attesters: null },
      proof,
      ...(witness && { witness: witnessLeaf(witness, proof) }),
    }).candidates;
  } catch (error) {
    if (isError(error, TRANSACTION_TOO_LARGE) && error.context.candidates) return error.context.candidates;
    throw error;
  }
}

const formOf = (proof: Proof): Form => {
  if (proof.kind === 'stat') return `v${proof.version}`;
  return proof.kind === 'odds' && proof.version === 4 ? 'odds-v4' : proof.kind;
};

function callOf(proof: Proof, form: Form, options: EncodeOptions): Call {
  const { where, witness } = options;
  if (witness !== undefined && !isSettle(form))
    fail(OPTION_NOT_APPLICABLE, {
      problem: 'other form',
      options: ['--witness'],
      forms: ['settle', 'compact', 'settle-from-buffer'],
      form,
    });
  const takesCondition = /^v\d$/.test(form);
  if (takesCondition && where === undefined) fail(OPTION_NEEDED, { problem: 'no condition', form });
  if (!takesCondition && where !== undefined) {
    if (proof.kind !== 'stat') fail(CONDITION_NOT_APPLICABLE);
    fail(OPTION_NOT_APPLICABLE, { problem: 'no condition', form });
  }
  const call = <A>(instruction: InstructionKind<A>, args: A, of: Proof = proof): Call => callTo(instruction, args, of);
  const { validateStat, validateStatV2, validateStatV3, validateStatV4, settle, proposeVoid } = INSTRUCTIONS;
  switch (proof.kind) {
    case 'stat':
      switch (form) {
        case 'v1': {
          const v1 = inVersion(proof, 1);
          return call(validateStat, validateStatArgs(v1, strategyOf(v1, where)), v1);
        }
        case 'v2': {
          const v2 = inVersion(proof, 2);
          return call(validateStatV2, { payload: statPayload(v2), strategy: strategyOf(v2, where) }, v2);
        }
        case 'v3':
        case 'v4': {
          const multi = form === 'v3' ? inVersion(proof, 3) : inVersion(proof, 4);
          const args = { payload: multiproofPayload(multi), strategy: strategyOf(multi, where) };
          return call(form === 'v3' ? validateStatV3 : validateStatV4, args, multi);
        }
        case 'settle':
        case 'compact': {
          const of = form === 'compact' ? withoutSignature(proof) : proof;
          const shown = witness && { witness: witnessLeaf(witness, proof) };
          return call(settle, settleArgs({ proof: of, ...shown, form: form === 'compact' ? 'compact' : 'full' }), of);
        }
        case 'propose-void':
          return call(proposeVoid, { proof: scoreProofOf(proof) });
      }
      break;
    case 'odds':
      if (form === 'odds') return call(INSTRUCTIONS.validateOdds, oddsPayload(proof), { ...proof, version: 1 });
      if (form === 'odds-v4' && proof.version === 4)
        return call(INSTRUCTIONS.validateOddsV4, { payload: oddsPayload(proof) });
      break;
    case 'fixture':
      if (form === 'fixture') return call(INSTRUCTIONS.validateFixture, validateFixtureArgs(proof));
      break;
    case 'fixture-batch':
      if (form === 'fixture-batch') return call(INSTRUCTIONS.validateFixtureBatch, validateFixtureBatchArgs(proof));
      break;
  }
  return fail(FORM_NOT_ENCODABLE, { answer: formOf(proof), form });
}

/** Both are arguments of `settle`. */
const isSettle = (form: Form): boolean => form === 'settle' || form === 'compact';

/** A signature belongs to the full form only. */
const withoutSignature = (proof: StatProof): StatProof => (proof.version === 4 ? inVersion(proof, 3) : proof);

const strategyOf = (proof: StatProof, where = ''): NDimensionalStrategy =>
  coveringStrategyOf(
    parseCondition(where),
    proof.leaves.map(({ stat }) => stat.key),
  );

/** Checks that programs accept the proof. Proofs of the older tree get their own error. */
function checkProof(proof: Proof, sport: Sport): void {
  try {
    verify(proof, { sport });
  } catch (cause) {
    if (isOfOlderTree(proof, sport)) fail(OLDER_TREE_ON_CHAIN, {}, { cause });
    throw cause;
  }
}

/** The addresses determined by the proof and the oracle program; the sender chooses the others. */
function knownAddresses(proof: Proof, oracle: Address): Readonly<Record<string, Address>> {
  const { kind, epochDay } = rootsPlaceOf(proof);
  const roots = rootsAddress(kind, epochDay, oracle).address;
  const fixed = { instructionsSysvar: INSTRUCTIONS_SYSVAR, config: configAddress(oracle).address };
  switch (kind) {
    case 'scores':
      return { ...fixed, dailyScoresMerkleRoots: roots, roots };
    case 'odds':
      return { ...fixed, dailyOddsMerkleRoots: roots };
    case 'fixtures':
      return { ...fixed, tenDailyFixturesRoots: roots };
  }
}

/** The Ed25519 instruction that a signed form needs; its data is null when the key is not given. */
function signatureBefore(proof: Proof, oracleKey: Uint8Array | undefined): object[] {
  const signed = (proof.kind === 'stat' || proof.kind === 'odds') && proof.version === 4 ? proof : undefined;
  if (!signed) return [];
  const data = oracleKey ? new Uint8Array(signatureInstruction(signed, oracleKey).data) : null;
  return [{ program: 'ed25519', programId: ED25519_PROGRAM_ID, data }];
}
