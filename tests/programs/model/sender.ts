import { type Keypair, PublicKey, type TransactionInstruction } from '@solana/web3.js';
import type { Bank } from '../../helpers/bank.js';

/** How a transaction ended: `null` for a success, else the number of the error, or the runtime's words. */
export interface Sent {
  readonly answer: number | string | null;
  /** Read only when somebody has to be told. */
  readonly logs: () => readonly string[];
}

const COMPUTE_BUDGET = new PublicKey('ComputeBudget111111111111111111111111111111');
/** How many transactions one blockhash is used for: it stays valid for a time on the wall, which a slow machine uses up. */
const USES = 200;
const LIMIT = 400_000;
const LIMITS = 900_000;

const length = (count: number): number[] => (count < 0x80 ? [count] : [(count & 0x7f) | 0x80, count >> 7]);

/**
 * Sends transactions to a bank about ten times as fast as web3.js can build and sign them: keys are compared once, the blockhash is fetched
 * now and then, and nothing is signed, because the bank does not look: who signs is in the message's head, and that is what programs see.
 * One payer pays for all; what makes two equal transactions distinct is a compute limit that counts up.
 */
export class Sender {
  private readonly words = new WeakMap<PublicKey, string>();
  private readonly publicKeys = new WeakMap<Keypair, PublicKey>();
  private readonly addresses = new WeakMap<PublicKey, Uint8Array>();
  private blockhash = Buffer.alloc(32);
  private uses = USES;
  private sent = 0;

  constructor(
    private readonly bank: Bank,
    private readonly payer: Keypair,
  ) {}

  async send(instructions: readonly TransactionInstruction[], signers: readonly Keypair[] = []): Promise<Sent> {
    for (;;) {
      if (this.uses++ >= USES) await this.refresh();
      const { result, meta } = await this.bank.submitBytes(this.bytes(instructions, signers));
      if (result === 'Blockhash not found') {
        this.uses = USES;
        continue;
      }
      const number = /custom program error: 0x([0-9a-f]+)/.exec(result ?? '')?.[1];
      return {
        answer: number === undefined ? result : Number.parseInt(number, 16),
        logs: () => meta?.logMessages ?? [],
      };
    }
  }

  private async refresh(): Promise<void> {
    this.blockhash = Buffer.from(new PublicKey(await this.bank.latestBlockhash()).toBytes());
    this.uses = 1;
  }

  /** The same string for the same key; keys that come again are the same objects. */
  private word(key: PublicKey): string {
    let word = this.words.get(key);
    if (word === undefined) {
      word = Buffer.from(key.toBytes()).toString('latin1');
      this.words.set(key, word);
    }
    return word;
  }

  /** A key pair gives another object each time. */
  private wordOf(keypair: Keypair): string {
    let key = this.publicKeys.get(keypair);
    if (!key) {
      key = keypair.publicKey;
      this.publicKeys.set(keypair, key);
    }
    return this.word(key);
  }

  private bytes(instructions: readonly TransactionInstruction[], signers: readonly Keypair[]): Buffer {
    const metas = new Map([[this.wordOf(this.payer), { isSigner: true, isWritable: true }]]);
    const add = (word: string, isSigner: boolean, isWritable: boolean) => {
      const meta = metas.get(word);
      if (!meta) metas.set(word, { isSigner, isWritable });
      else {
        meta.isSigner ||= isSigner;
        meta.isWritable ||= isWritable;
      }
    };
    for (const { keys } of instructions)
      for (const { pubkey, isSigner, isWritable } of keys) add(this.word(pubkey), isSigner, isWritable);
    for (const { programId } of instructions) add(this.word(programId), false, false);
    add(this.word(COMPUTE_BUDGET), false, false);
    const groups: string[][] = [[], [], [], []];
    for (const [word, { isSigner, isWritable }] of metas) groups[(isSigner ? 0 : 2) + (isWritable ? 0 : 1)]?.push(word);
    const [first = [], second = [], third = [], fourth = []] = groups;
    const order = [...first, ...second, ...third, ...fourth];
    const place = new Map(order.map((word, i) => [word, i]));
    const at = (key: PublicKey) => place.get(this.word(key)) ?? 0;

    const limit = Buffer.from([2, 0, 0, 0, 0]);
    limit.writeUInt32LE(LIMIT + (this.sent++ % LIMITS), 1);
    const parts: Uint8Array[] = [
      Buffer.from([first.length + second.length, second.length, fourth.length, ...length(order.length)]),
      Buffer.from(order.join(''), 'latin1'),
      this.blockhash,
      Buffer.from([...length(instructions.length + 1), at(COMPUTE_BUDGET), 0, limit.length]),
      limit,
    ];
    for (const { programId, keys, data } of instructions) {
      const places = keys.map(({ pubkey }) => at(pubkey));
      parts.push(Buffer.from([at(programId), ...length(places.length), ...places, ...length(data.length)]), data);
    }
    const message = Buffer.concat(parts);

    const signing = new Set([this.payer, ...signers].map((keypair) => this.wordOf(keypair)));
    const signatures = [...first, ...second].map((word, i) => {
      if (!signing.has(word)) throw new Error('a signer is missing');
      // The bank knows transactions by these.
      const signature = Buffer.alloc(64, i + 1);
      signature.writeUInt32LE(this.sent);
      return signature;
    });
    return Buffer.concat([Buffer.from(length(signatures.length)), ...signatures, message]);
  }

  /** What an account holds, `null` when it holds nothing. */
  async data(address: PublicKey): Promise<Uint8Array | null> {
    let bytes = this.addresses.get(address);
    if (!bytes) {
      bytes = address.toBytes();
      this.addresses.set(address, bytes);
    }
    const data = await this.bank.dataAt(bytes);
    return data && data.length > 0 ? data : null;
  }
}
