import { sha256 } from '../../../ts/sdk/format/sha256.js';
import { type ProofBuffer, proofBufferAccount } from '../../../ts/sdk/program/account/proofBuffer.js';
import type { Address } from '../../../ts/sdk/program/address/address.js';
import { SYSTEM_PROGRAM_ID } from '../../../ts/sdk/program/address/runtime.js';
import { bufferAddress } from '../../../ts/sdk/program/address/settlement.js';
import type { KeyPair } from '../../../ts/sdk/program/keyPair.js';
import { LOCALNET_PROGRAM_IDS } from '../../../ts/sdk/program/programId.js';
import { bufferClose, bufferCreate, bufferWrite } from '../../../ts/sdk/program/settlement/instructions.js';
import { type Outcome, ok, type TestChain } from './chain.js';

const PROGRAM = LOCALNET_PROGRAM_IDS.settlement;
/** Less than fits in a transaction. */
const CHUNK = 900;

type Addresses = Record<string, Address>;

/** A proof buffer under test: its address, and every instruction with its proper accounts or replacements. */
export class TestBuffer {
  readonly address: Address;

  constructor(
    readonly chain: TestChain,
    readonly owner: KeyPair = chain.fundedKeypair(),
    readonly id = 7n,
  ) {
    this.address = bufferAddress(owner.address, id, PROGRAM).address;
  }

  /** A buffer that announces and holds `content`. */
  static async complete(chain: TestChain, content: Uint8Array, owner?: KeyPair): Promise<TestBuffer> {
    const buffer = new TestBuffer(chain, owner);
    ok(await buffer.create(content));
    await buffer.fill(content);
    return buffer;
  }

  createInstruction(length: number, digest: Uint8Array, addresses: Addresses = {}) {
    const standard = {
      owner: this.owner.address,
      buffer: this.address,
      systemProgram: SYSTEM_PROGRAM_ID,
    };
    return bufferCreate.build(PROGRAM, { ...standard, ...addresses }, { id: this.id, length, sha256: digest });
  }

  create(content: Uint8Array, addresses: Addresses = {}): Promise<Outcome> {
    return this.announce(content.length, sha256(content), addresses);
  }

  announce(length: number, digest: Uint8Array = new Uint8Array(32), addresses: Addresses = {}): Promise<Outcome> {
    return this.chain.send([this.createInstruction(length, digest, addresses)], [this.owner]);
  }

  writeInstruction(offset: number, bytes: Uint8Array, addresses: Addresses = {}) {
    const standard = { owner: this.owner.address, buffer: this.address };
    return bufferWrite.build(PROGRAM, { ...standard, ...addresses }, { offset, bytes });
  }

  write(offset: number, bytes: Uint8Array, addresses: Addresses = {}, signers = [this.owner]): Promise<Outcome> {
    return this.chain.send([this.writeInstruction(offset, bytes, addresses)], signers);
  }

  /** Writes in pieces, starting at `from`. */
  async fill(content: Uint8Array, from = 0): Promise<void> {
    for (let offset = from; offset < content.length; offset += CHUNK)
      ok(await this.write(offset, content.slice(offset, offset + CHUNK)));
  }

  closeInstruction(addresses: Addresses = {}) {
    const standard = { owner: this.owner.address, buffer: this.address };
    return bufferClose.build(PROGRAM, { ...standard, ...addresses }, {});
  }

  close(addresses: Addresses = {}, signers = [this.owner]): Promise<Outcome> {
    return this.chain.send([this.closeInstruction(addresses)], signers);
  }

  /** The buffer's content, `null` when there is no buffer. */
  async read(): Promise<ProofBuffer | null> {
    const account = await this.chain.account(this.address);
    return account && account.data.length > 0 ? proofBufferAccount.decode(account.data) : null;
  }

  async lamports(address = this.address): Promise<number> {
    return (await this.chain.account(address))?.lamports ?? 0;
  }
}
