import {
  AddressLookupTableAccount,
  Keypair,
  PublicKey,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { outcome } from '../../../tests/helpers/thrown.js';
import { Random } from '../../season/random.js';
import { addressOf } from '../program/address/address.js';
import { SYSTEM_PROGRAM_ID } from '../program/address/runtime.js';
import { ACCOUNT_ROLE, type AccountRole, type Instruction } from '../program/instruction/instruction.js';
import { KeyPair } from '../program/keyPair.js';
import { compileMessage } from '../program/transaction/message.js';
import { encodeTransaction, signTransaction, unsigned } from '../program/transaction/transaction.js';
import {
  fromKeypair,
  fromLookupTable,
  fromPublicKey,
  fromTransactionInstruction,
  fromVersionedTransaction,
  fromWalletAdapter,
  toKeypair,
  toPublicKey,
  toTransactionInstruction,
  toVersionedTransaction,
} from './convert.js';

const ROUNDS = 100;
const SEED = 'conversions';

/** Runs `ROUNDS` times with fresh values from a fixed seed. */
function rounds(work: (random: Random) => void): void {
  const random = new Random(SEED);
  for (let round = 0; round < ROUNDS; round++) work(random);
}

const addressFrom = (random: Random) => addressOf(random.bytes32());
const dataFrom = (random: Random) => Uint8Array.from({ length: random.below(60) }, () => random.below(256));

const instructionFrom = (random: Random, signers: readonly KeyPair[] = []): Instruction => ({
  programAddress: addressFrom(random),
  accounts: [
    ...Array.from({ length: random.below(5) }, () => ({
      address: addressFrom(random),
      role: random.pick<AccountRole>(signers.length > 0 ? [0, 1] : Object.values(ACCOUNT_ROLE)),
    })),
    ...signers.map(({ address }) => ({ address, role: random.pick<AccountRole>([2, 3]) })),
  ],
  data: dataFrom(random),
});

describe(`in ${ROUNDS} rounds (seed "${SEED}")`, () => {
  it('converts addresses and public keys both ways', () => {
    rounds((random) => {
      const bytes = random.bytes32();
      const [address, key] = [addressOf(bytes), new PublicKey(bytes)];
      expect(toPublicKey(address).equals(key)).toBe(true);
      expect(fromPublicKey(key)).toBe(key.toBase58());
      expect(fromPublicKey(toPublicKey(address))).toBe(address);
      expect(toPublicKey(fromPublicKey(key)).equals(key)).toBe(true);
    });
    expect(toPublicKey(SYSTEM_PROGRAM_ID).equals(PublicKey.default)).toBe(true);
    expect(fromPublicKey(PublicKey.default)).toBe(SYSTEM_PROGRAM_ID);
  });

  it('keeps the program, data, accounts and roles of an instruction', () => {
    rounds((random) => {
      const ours = instructionFrom(random);
      const theirs = toTransactionInstruction(ours);
      expect(theirs).toBeInstanceOf(TransactionInstruction);
      expect(theirs.programId.toBase58()).toBe(ours.programAddress);
      expect(theirs.data).toEqual(Buffer.from(ours.data));
      expect(theirs.keys.map(({ pubkey, ...is }) => ({ address: pubkey.toBase58(), ...is }))).toEqual(
        ours.accounts.map(({ address, role }) => ({
          address,
          isSigner: role === ACCOUNT_ROLE.readonlySigner || role === ACCOUNT_ROLE.writableSigner,
          isWritable: role === ACCOUNT_ROLE.writable || role === ACCOUNT_ROLE.writableSigner,
        })),
      );
      expect(fromTransactionInstruction(theirs)).toEqual(ours);
      expect(toTransactionInstruction(fromTransactionInstruction(theirs))).toEqual(theirs);
    });
  });

  it('keeps a key pair', () => {
    rounds((random) => {
      const seed = random.bytes32();
      const [ours, theirs] = [KeyPair.fromSeed(seed), Keypair.fromSeed(seed)];
      expect(toKeypair(ours).publicKey.toBase58()).toBe(ours.address);
      expect(toKeypair(ours).secretKey).toEqual(theirs.secretKey);
      expect(fromKeypair(theirs).address).toBe(ours.address);
      expect(fromKeypair(theirs).secretKey).toEqual(ours.secretKey);
      expect(toKeypair(fromKeypair(theirs)).secretKey).toEqual(theirs.secretKey);
    });
  });

  it('keeps the address and the ordered content of a lookup table', () => {
    rounds((random) => {
      const [address, ...addresses] = Array.from({ length: random.between(1, 8) }, () => addressFrom(random));
      if (!address) throw new Error('no address');
      expect(fromLookupTable(tableAccount(address, addresses))).toEqual({ address, addresses });
    });
  });

  it('keeps the bytes of a transaction signed by all, some or none', () => {
    rounds((random) => {
      const pairs = Array.from({ length: random.between(1, 3) }, () => KeyPair.fromSeed(random.bytes32()));
      const [payer, ...others] = pairs as [KeyPair, ...KeyPair[]];
      const instructions = [instructionFrom(random, others), instructionFrom(random, others)];
      const looked = instructions.flatMap(({ accounts }) => accounts.slice(0, 2)).map(({ address }) => address);
      const tables = random.onceIn(2) ? [{ address: addressFrom(random), addresses: looked }] : [];
      const message = compileMessage(payer.address, instructions, addressFrom(random), tables);
      const signers = pairs.slice(0, random.below(pairs.length + 1));
      const ours = signTransaction(unsigned(message), signers);
      const theirs = toVersionedTransaction(ours);
      expect(theirs.version).toBe(message.version);
      expect(Buffer.from(theirs.serialize()).equals(encodeTransaction(ours))).toBe(true);
      expect(fromVersionedTransaction(theirs)).toEqual(ours);
      // Either library can add the missing signature.
      theirs.sign(pairs.map(toKeypair));
      expect(fromVersionedTransaction(theirs)).toEqual(signTransaction(ours, pairs));
    });
  });
});

describe('a wallet of wallet-adapter', () => {
  const pair = KeyPair.fromSeed(new Uint8Array(32).fill(7));
  const message = compileMessage(pair.address, [], addressOf(new Uint8Array(32).fill(1)));

  it('signs, as a method of its own object', async () => {
    const wallet = {
      publicKey: toPublicKey(pair.address),
      asked: 0,
      async signTransaction(transaction: VersionedTransaction) {
        this.asked++;
        transaction.sign([toKeypair(pair)]);
        return transaction;
      },
    };
    const signer = fromWalletAdapter(wallet);
    expect(signer.address).toBe(pair.address);
    expect(await signer.signTransaction(unsigned(message))).toEqual(signTransaction(unsigned(message), [pair]));
    expect(wallet.asked).toBe(1);
  });

  it('is refused until it is connected, and if it cannot sign', () => {
    const signTransaction = async (transaction: VersionedTransaction) => transaction;
    for (const wallet of [{ publicKey: null, signTransaction }, { publicKey: toPublicKey(pair.address) }])
      expect(outcome(() => fromWalletAdapter(wallet))).toBe(7399);
  });
});

const tableAccount = (address: string, addresses: readonly string[]) =>
  new AddressLookupTableAccount({
    key: new PublicKey(address),
    state: {
      deactivationSlot: 2n ** 64n - 1n,
      lastExtendedSlot: 0,
      lastExtendedSlotStartIndex: 0,
      addresses: addresses.map((one) => new PublicKey(one)),
    },
  });

describe('conversion', () => {
  const instruction = new TransactionInstruction({
    programId: new PublicKey(new Uint8Array(32).fill(1)),
    keys: [{ pubkey: new PublicKey(new Uint8Array(32).fill(2)), isSigner: false, isWritable: true }],
    data: Buffer.of(1, 2, 3),
  });

  it('shares no bytes with its input', () => {
    const ours = fromTransactionInstruction(instruction);
    const theirs = toTransactionInstruction(ours);
    theirs.data[0] = 9;
    expect(ours.data).toEqual(Uint8Array.of(1, 2, 3));
    const source = new TransactionInstruction({ ...instruction, data: Buffer.of(1, 2, 3) });
    const converted = fromTransactionInstruction(source);
    source.data[0] = 9;
    expect(converted.data).toEqual(Uint8Array.of(1, 2, 3));
  });

  it('refuses an invalid key pair or transaction', () => {
    const secretKey = Keypair.fromSeed(new Uint8Array(32).fill(3)).secretKey.slice();
    secretKey[63] = (secretKey[63] ?? 0) ^ 1;
    expect(outcome(() => fromKeypair({ secretKey }))).toBe(7276);
    const payerKey = new PublicKey(new Uint8Array(32).fill(3));
    const message = new TransactionMessage({
      payerKey,
      instructions: [instruction],
      recentBlockhash: PublicKey.default.toBase58(),
    }).compileToV0Message();
    const transaction = new VersionedTransaction(message);
    expect(outcome(() => fromVersionedTransaction(transaction))).toBe(true);
    const [first] = message.compiledInstructions;
    if (!first) throw new Error('no instruction');
    first.accountKeyIndexes[0] = 9;
    expect(outcome(() => fromVersionedTransaction(transaction))).toBe(7274);
  });
});
