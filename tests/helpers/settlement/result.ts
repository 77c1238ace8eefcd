import { readFileSync } from 'node:fs';
import { sha256 } from '../../../ts/sdk/format/sha256.js';
import { slotTimeOf } from '../../../ts/sdk/format/slotTime.js';
import type { StatLeaf } from '../../../ts/sdk/format/statValidationInput.js';
import { type MatchResult, matchResultAccount, type ResultFact } from '../../../ts/sdk/program/account/matchResult.js';
import type { Address } from '../../../ts/sdk/program/address/address.js';
import { attestationAddress, scoresRootsAddress } from '../../../ts/sdk/program/address/oracle.js';
import { SYSTEM_PROGRAM_ID, ZERO_ADDRESS } from '../../../ts/sdk/program/address/runtime.js';
import { type ResultSubject, resultAddress } from '../../../ts/sdk/program/address/settlement.js';
import { ACCOUNT_ROLE, type Instruction, withReadonly } from '../../../ts/sdk/program/instruction/instruction.js';
import type { KeyPair } from '../../../ts/sdk/program/keyPair.js';
import { LOCALNET_PROGRAM_IDS } from '../../../ts/sdk/program/programId.js';
import { compactResultProof, resultProofOf } from '../../../ts/sdk/program/proof/resultProofOf.js';
import {
  closeResult,
  finaliseMany,
  postResult,
  postResultFromBuffer,
  settleMany,
} from '../../../ts/sdk/program/settlement/instructions.js';
import { budgetInstructions } from '../../../ts/sdk/program/transaction/budget.js';
import type { ResultProof } from '../../../ts/sdk/program/wire/resultProof.js';
import { multiproofPayload } from '../../../ts/sdk/proof/payload.js';
import type { StatProof } from '../../../ts/sdk/proof/proof.js';
import { type Outcome, programLog, type TestChain } from './chain.js';
import { FIXTURE } from './market.js';
import type { PublishedSlot } from './match.js';
import type { Addresses } from './pool.js';

const PROGRAM = LOCALNET_PROGRAM_IDS.settlement;
/** The most that a transaction may use. */
const MAX_UNITS = 1_400_000;

/** Bytes of a result with this many facts. */
export const resultSize = (facts: number): number => 182 + 18 * facts;

/** Where the fields of a result lie, and its facts' fields from the start of each. */
export const RESULT_AT = {
  version: 8,
  bump: 9,
  payer: 10,
  oracleProgram: 42,
  fixtureId: 74,
  sport: 82,
  finality: 83,
  attesterSet: 84,
  least: 116,
  orderKey: 117,
  minTimestamp: 125,
  maxTimestamp: 133,
  eventNode: 141,
  period: 173,
  contradicted: 177,
  count: 178,
  facts: 182,
} as const;

/** Epoch day, slot and update of an update as one number. */
export const orderKeyOf = ({ batch: { time } }: PublishedSlot, seq = 0): bigint =>
  (BigInt(time.epochDay) << 40n) | (BigInt(time.slot) << 28n) | BigInt(seq);

/** sha256(zero-map leaf ‖ event stat root) of an update. This hash identifies the update. */
export function eventNodeOf({ batch, fixtureId }: PublishedSlot, seq = 0): Uint8Array {
  const event = batch.fixtures
    .find(({ summary }) => summary.fixtureId === fixtureId)
    ?.events.find(({ record }) => record.Seq === seq);
  if (!event) throw new Error(`there is no update ${seq}`);
  return sha256(Buffer.concat([sha256(event.zeroMap), event.tree.root]));
}

/**
 * The proof of the same content at another place of its slot. The service points at the last of equal updates; anyone
 * can point at an earlier one.
 */
export function atPlace<Proof extends StatProof>(
  { batch, fixtureId }: PublishedSlot,
  proof: Proof,
  place: number,
): Proof {
  const part = batch.fixtures.find(({ summary }) => summary.fixtureId === fixtureId);
  if (!part) throw new Error(`there is no fixture ${fixtureId}`);
  return { ...proof, fixtureProof: part.tree.path(2 * place + 1) };
}

/** A fact as a test expects it: key, value, since and whether it is current. */
export type FactRow = readonly [key: number, value: number, since: number, current: boolean];

/** A market's address, or anything that has one. */
export type Addressed = Address | { readonly address: Address };
const addressOf = (one: Addressed): Address => (typeof one === 'string' ? one : one.address);

/** The instruction with these accounts behind its own, all writable. */
export const withMarkets = (instruction: Instruction, markets: readonly Addressed[]): Instruction => ({
  ...instruction,
  accounts: [
    ...instruction.accounts,
    ...markets.map((one) => ({ address: addressOf(one), role: ACCOUNT_ROLE.writable })),
  ],
});

/** `finalise_many` of these markets. */
export const finaliseManyOf = (markets: readonly Addressed[]): Instruction =>
  withMarkets(finaliseMany.build(PROGRAM, {}, {}), markets);

/** The limit of compute units that a batch needs. */
export const BATCH_BUDGET: readonly Instruction[] = budgetInstructions(MAX_UNITS, 0n);

/** Sends a batch with the most compute units; the addresses go through a lookup table unless there are few. */
export function sendBatch(chain: TestChain, instruction: Instruction): Promise<Outcome> {
  const looked = [...new Set(instruction.accounts.map(({ address }) => address))];
  const instructions = [...BATCH_BUDGET, instruction];
  return looked.length <= 20 ? chain.send(instructions) : chain.bank.sendThroughTable(instructions, [], looked);
}

const ERROR_NUMBERS = new Map(
  (
    JSON.parse(readFileSync(new URL('../../../programs/artifacts/settlement.json', import.meta.url), 'utf8')) as {
      readonly errors: readonly { readonly code: number; readonly msg: string }[];
    }
  ).errors.map(({ code, msg }) => [msg, code]),
);

/**
 * Why a batch settled nothing (6256): its first market and the error number of the sentence in the log; `null` if the
 * log says nothing.
 */
export function firstRefusal(outcome: Outcome): readonly [market: string, number: number | undefined] | null {
  if (outcome.error !== 6256) throw new Error(`${outcome.failure}\n${outcome.logs.join('\n')}`);
  const found = /^(\S{32,44}): (.+)$/m.exec(programLog(outcome));
  return found ? [found[1] ?? '', ERROR_NUMBERS.get(found[2] ?? '')] : null;
}

/** A result under test: its address, and every instruction with its proper accounts or replacements. */
export class TestResult {
  readonly subject: ResultSubject;
  readonly address: Address;

  constructor(
    readonly chain: TestChain,
    subject: Partial<ResultSubject> = {},
    readonly payer: KeyPair = chain.fundedKeypair(),
  ) {
    this.subject = {
      oracleProgram: LOCALNET_PROGRAM_IDS.oracle,
      fixtureId: FIXTURE,
      sport: 'soccer',
      finality: 'finalised',
      attesters: null,
      ...subject,
    };
    this.address =
      this.subject.finality === 'signed-final' ? chain.address() : resultAddress(this.subject, PROGRAM).address;
  }

  /** The roots account of the proof's day. */
  roots(proof: ResultProof): Address {
    try {
      return scoresRootsAddress(dayOf(proof), this.subject.oracleProgram).address;
    } catch {
      // A time outside every day has no roots account, so any will do.
      return ZERO_ADDRESS;
    }
  }

  postInstruction(
    proof: StatProof | ResultProof,
    witness: StatLeaf | null = null,
    addresses: Addresses = {},
    payer = this.payer,
  ): Instruction {
    const content = contentOf(proof);
    const { oracleProgram: _, ...about } = this.subject;
    const accounts = { ...this.postAccounts(content, payer), ...addresses };
    return this.attested(postResult.build(PROGRAM, accounts, { ...about, proof: content, witness }), content);
  }

  /** With the attestation of the proof's day, if the subject has attesters. */
  private attested(instruction: Instruction, proof: ResultProof): Instruction {
    const { attesters, oracleProgram } = this.subject;
    if (attesters === null) return instruction;
    return withReadonly(instruction, attestationAddress(attesters.set, 'scores', dayOf(proof), oracleProgram).address);
  }

  private postAccounts(proof: ResultProof, payer: KeyPair) {
    return {
      payer: payer.address,
      result: this.address,
      roots: this.roots(proof),
      systemProgram: SYSTEM_PROGRAM_ID,
    };
  }

  post(
    proof: StatProof | ResultProof,
    witness: StatLeaf | null = null,
    addresses: Addresses = {},
    payer = this.payer,
  ): Promise<Outcome> {
    return this.chain.send([this.postInstruction(proof, witness, addresses, payer)], [payer]);
  }

  postFromBufferInstruction(
    buffer: Address,
    proof: StatProof | ResultProof,
    addresses: Addresses = {},
    payer = this.payer,
  ): Instruction {
    const content = contentOf(proof);
    const { oracleProgram: _, ...about } = this.subject;
    const accounts = { ...this.postAccounts(content, payer), buffer, ...addresses };
    return this.attested(postResultFromBuffer.build(PROGRAM, accounts, about), content);
  }

  /** @param proof The buffer's content. It determines which day's roots are needed. */
  postFromBuffer(
    buffer: Address,
    proof: StatProof | ResultProof,
    addresses: Addresses = {},
    payer = this.payer,
  ): Promise<Outcome> {
    return this.chain.send([this.postFromBufferInstruction(buffer, proof, addresses, payer)], [payer]);
  }

  settleManyInstruction(markets: readonly Addressed[], addresses: Addresses = {}): Instruction {
    return withMarkets(settleMany.build(PROGRAM, { result: this.address, ...addresses }, {}), markets);
  }

  settleMany(markets: readonly Addressed[], addresses: Addresses = {}): Promise<Outcome> {
    return sendBatch(this.chain, this.settleManyInstruction(markets, addresses));
  }

  closeInstruction(addresses: Addresses = {}): Instruction {
    return closeResult.build(PROGRAM, { payer: this.payer.address, result: this.address, ...addresses }, {});
  }

  close(addresses: Addresses = {}, signers: readonly KeyPair[] = [this.payer]): Promise<Outcome> {
    return this.chain.send([this.closeInstruction(addresses)], signers);
  }

  /** The account's bytes; `null` when there is none. */
  async bytes(): Promise<Buffer | null> {
    const account = await this.chain.account(this.address);
    return account && account.data.length > 0 ? Buffer.from(account.data) : null;
  }

  async read(): Promise<MatchResult> {
    const bytes = await this.bytes();
    if (!bytes) throw new Error('there is no result');
    return matchResultAccount.decode(bytes);
  }

  async facts(): Promise<FactRow[]> {
    return (await this.read()).facts.map(({ key, value, since, current }: ResultFact) => [
      key,
      value,
      since.seconds,
      current,
    ]);
  }

  async lamports(): Promise<number> {
    return (await this.chain.account(this.address))?.lamports ?? 0;
  }

  /** Writes the account directly, for states that these instructions do not reach. */
  async overwrite(edit: (data: Buffer) => Buffer | undefined): Promise<void> {
    const account = await this.chain.account(this.address);
    if (!account) throw new Error('there is no result');
    const data = Buffer.from(account.data);
    this.chain.setAccount(this.address, account.owner, edit(data) ?? data, account.lamports);
  }
}

const dayOf = (proof: ResultProof): number =>
  slotTimeOf((proof.kind === 'Compact' ? proof.proof : proof.fixtureSummary.updateStats).minTimestamp).epochDay;

const contentOf = (proof: StatProof | ResultProof): ResultProof =>
  proof.kind === 'stat' ? resultProofOf(proof) : proof;

/** The forms in which a proof can be posted. */
export const RESULT_FORMS = {
  V2: (slot: PublishedSlot, keys: readonly number[], seq = 0) => resultProofOf(slot.v2(keys, seq)),
  V3: (slot: PublishedSlot, keys: readonly number[], seq = 0) => resultProofOf(slot.v3(keys, seq)),
  V4: (slot: PublishedSlot, keys: readonly number[], seq = 0): ResultProof => ({
    ...multiproofPayload(slot.v3(keys, seq)),
    kind: 'V4',
  }),
  Compact: (slot: PublishedSlot, keys: readonly number[], seq = 0) => compactResultProof(slot.v3(keys, seq)),
} as const;
