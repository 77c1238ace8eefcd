import { beforeEach, describe, expect, it } from 'vitest';
import { rootOf } from '../../ts/sdk/format/hash.js';
import { attestationAccount, type StoredAttestation } from '../../ts/sdk/program/account/attestation.js';
import { attesterSetAccount } from '../../ts/sdk/program/account/attesterSet.js';
import { type Address, addressBytes, addressOf } from '../../ts/sdk/program/address/address.js';
import {
  attestationAddress,
  attesterSetAddress,
  fixturesRootsAddress,
  rootsAddress,
} from '../../ts/sdk/program/address/oracle.js';
import { programAddress } from '../../ts/sdk/program/address/programAddress.js';
import { SYSTEM_PROGRAM_ID, ZERO_ADDRESS } from '../../ts/sdk/program/address/runtime.js';
import type { KeyPair } from '../../ts/sdk/program/keyPair.js';
import {
  attestInstruction,
  closeAttestationInstruction,
  createAttesterSetInstruction,
} from '../../ts/sdk/program/oracle/attesterInstructions.js';
import { attest, createAttesterSet } from '../../ts/sdk/program/oracle/instructions.js';
import { ROOTS_KINDS, type RootsKind } from '../../ts/sdk/proof/rootsAccount.js';
import { ATTESTERS, putAttesters } from '../helpers/attesters.js';
import type { LiteBank } from '../helpers/liteBank.js';
import { ORACLE, ROLES, startOracle } from '../helpers/oracleBank.js';
import { outcome } from '../helpers/thrown.js';
import { rootsAccount } from '../vectors/rootsAccount.js';

const oracle = ORACLE.programId;
const { stranger, user: creator } = ROLES;
const DAY = 20_840;
const NOW = (DAY + 1) * 86_400;
const [first, second, third] = ATTESTERS as [KeyPair, KeyPair, KeyPair];
const KEYS = [first, second, third];
const rootAt = (slot: number) => rootOf(new Uint8Array(32).fill(1 + (slot % 200)));

let bank: LiteBank;
let set: Address;

/** Puts the roots of these slots, as the program would write them. */
function putRoots(kind: RootsKind, slots: readonly number[], day = DAY): Address {
  const { address, bump } = rootsAddress(kind, day, oracle);
  const roots = Object.fromEntries(slots.map((slot) => [slot, Buffer.from(rootAt(slot)).toString('hex')]));
  bank.put(address, oracle, rootsAccount({ kind, day, bump, slots: roots, tamper: null }));
  return address;
}

const entriesOf = (slots: readonly number[]) => slots.map((slot) => ({ slot, root: rootAt(slot) }));

interface Attesting {
  kind?: RootsKind;
  by?: KeyPair;
  day?: number;
  of?: Address;
}
const sendAttest = (slots: readonly number[], { kind = 'scores', by = first, day = DAY, of = set }: Attesting = {}) =>
  bank.send(
    [attestInstruction({ oracle, attester: by.address, set: of, kind, epochDay: day, entries: entriesOf(slots) })],
    [by],
  );

/** With arguments that the builder would refuse. */
const raw = (args: Parameters<typeof attest.encode>[0], accounts: { attestation?: Address; roots?: Address } = {}) =>
  bank.send(
    [
      attest.build(
        oracle,
        {
          attester: first.address,
          set,
          attestation: attestationAddress(set, 'scores', DAY, oracle).address,
          roots: rootsAddress('scores', DAY, oracle).address,
          systemProgram: SYSTEM_PROGRAM_ID,
          ...accounts,
        },
        args,
      ),
    ],
    [first],
  );

const found = async (kind: RootsKind = 'scores', day = DAY): Promise<StoredAttestation | null> => {
  const account = await bank.account(attestationAddress(set, kind, day, oracle).address);
  return account && attestationAccount.decode(account.data);
};
/** The slots that have bits. */
const bitsOf = async (kind?: RootsKind): Promise<Record<number, number>> =>
  Object.fromEntries([...((await found(kind))?.bits.entries() ?? [])].filter(([, bits]) => bits !== 0));

beforeEach(async () => {
  bank = await startOracle();
  await bank.setTime(NOW);
  ({ address: set } = putAttesters(bank, KEYS, creator.address));
});

describe('create_attester_set', () => {
  const create = (keys: readonly Address[], id = 7n) =>
    bank.send(
      [
        createAttesterSet.build(
          oracle,
          {
            creator: creator.address,
            set: attesterSetAddress(creator.address, id, oracle).address,
            systemProgram: SYSTEM_PROGRAM_ID,
          },
          { id, keys: [...keys] },
        ),
      ],
      [creator],
    );
  const at = attesterSetAddress(creator.address, 7n, ORACLE.programId);
  const addresses = ATTESTERS.map(({ address }) => address);

  it.each([1, 2, 16])('writes a set of %i keys', async (count) => {
    const keys = addresses.slice(0, count);
    const instruction = createAttesterSetInstruction(oracle, creator.address, 7n, keys);
    expect(await bank.send([instruction], [creator])).toMatchObject({ failure: null });
    const account = await bank.account(at.address);
    expect(account?.owner).toBe(oracle);
    const content = { version: 1, bump: at.bump, creator: creator.address, id: 7n, keys };
    expect(account?.data).toEqual(attesterSetAccount.encode(content));
    expect(account?.lamports).toBe(await bank.rent(account?.data.length ?? 0));
  });

  it('works although somebody sent lamports to the address before', async () => {
    for (const lamports of [1, 10 ** 9]) {
      bank.put(at.address, SYSTEM_PROGRAM_ID, new Uint8Array(0), lamports);
      expect(await create(addresses.slice(0, 2))).toMatchObject({ failure: null });
      expect(attesterSetAccount.decode((await bank.account(at.address))?.data ?? new Uint8Array()).keys.length).toBe(2);
      bank.remove(at.address);
    }
  });

  it('refuses no key, 17 keys, a key twice, and zeros, with which nobody can sign', async () => {
    const [one, two] = addresses as [Address, Address];
    const lists = [[], addresses, [one, two, one], [one, ZERO_ADDRESS]];
    for (const keys of lists) {
      expect(await create(keys)).toMatchObject({ error: 6108 });
      expect(outcome(() => createAttesterSetInstruction(oracle, creator.address, 7n, keys))).toBe(6108);
    }
    expect(await bank.account(at.address)).toBeNull();
  });

  it('writes it once, for ever', async () => {
    await create(addresses.slice(0, 1));
    const before = await bank.account(at.address);
    expect(await create(addresses.slice(1, 2))).toMatchObject({ error: 6066 });
    expect(await bank.account(at.address)).toEqual(before);
  });
});

describe.each(ROOTS_KINDS)('attest of %s', (kind) => {
  const last = kind === 'fixtures' ? 239 : 287;

  it('sets the bit of its key in each slot', async () => {
    putRoots(kind, [0, 5, last]);
    expect(await sendAttest([0, last], { kind })).toMatchObject({ failure: null });
    expect(await sendAttest([5, last], { kind, by: third })).toMatchObject({ failure: null });
    const { address, bump } = attestationAddress(set, kind, DAY, oracle);
    const account = await bank.account(address);
    const bits = Array.from({ length: last + 1 }, () => 0);
    Object.assign(bits, { 0: 1, 5: 4, [last]: 5 });
    const content = { version: 1, bump, kind, period: DAY, set, payer: first.address, made: NOW, bits };
    expect(account?.data).toEqual(attestationAccount.encode(content));
    expect(account?.lamports).toBe(await bank.rent(account?.data.length ?? 0));
  });

  it('accepts a slot that is attested, again and twice in one call', async () => {
    putRoots(kind, [3, 4]);
    await sendAttest([3], { kind });
    expect(await sendAttest([3, 4, 4], { kind })).toMatchObject({ failure: null });
    expect(await bitsOf(kind)).toEqual({ 3: 1, 4: 1 });
  });

  it.each([
    ['an empty slot', [3, 6], 6007],
    ['a slot that does not exist', [3, last + 1], 6013],
    ['the last number', [3, 65_535], 6013],
  ] as const)('refuses all for %s', async (_, slots, error) => {
    putRoots(kind, [3]);
    expect(await sendAttest(slots, { kind })).toMatchObject({ error });
    expect(await found(kind)).toBeNull();
    await sendAttest([3], { kind, by: second });
    expect(await sendAttest(slots, { kind })).toMatchObject({ error });
    expect(await bitsOf(kind)).toEqual({ 3: 2 });
  });

  it('works although somebody sent lamports to the address before', async () => {
    putRoots(kind, [3]);
    bank.put(attestationAddress(set, kind, DAY, oracle).address, SYSTEM_PROGRAM_ID, new Uint8Array(0), 1);
    expect(await sendAttest([3], { kind })).toMatchObject({ failure: null });
    expect(await bitsOf(kind)).toEqual({ 3: 1 });
  });
});

describe('attest', () => {
  const ARGUMENTS = { kind: 0, period: DAY, entries: entriesOf([3]) };

  it('is for keys of the set', async () => {
    putRoots('scores', [3]);
    bank.fund(ATTESTERS[3]?.address as Address);
    for (const by of [stranger, creator, ATTESTERS[3] as KeyPair])
      expect(await sendAttest([3], { by })).toMatchObject({ error: 6109 });
    expect(await found()).toBeNull();
  });

  it('refuses another root than the stored one, and zeros for an empty slot', async () => {
    putRoots('scores', [3]);
    const other = rootAt(3).slice();
    other[31] = (other[31] ?? 0) ^ 1;
    for (const entries of [[{ slot: 3, root: other }], [...entriesOf([3]), { slot: 3, root: other }]])
      expect(await raw({ ...ARGUMENTS, entries })).toMatchObject({ error: 6111 });
    const nothing = [{ slot: 4, root: new Uint8Array(32) }];
    expect(await raw({ ...ARGUMENTS, entries: nothing })).toMatchObject({ error: 6007 });
    expect(await found()).toBeNull();
  });

  it('lets several keys vouch in one transaction, each in an instruction that it signs', async () => {
    putRoots('scores', [3]);
    for (const { address } of KEYS) bank.fund(address);
    const instructions = KEYS.map(({ address: attester }) =>
      attestInstruction({ oracle, attester, set, kind: 'scores', epochDay: DAY, entries: entriesOf([3]) }),
    );
    expect((await bank.send(instructions, KEYS.slice(0, 2))).failure).not.toBeNull();
    expect(await found()).toBeNull();
    expect(await bank.send(instructions, KEYS)).toMatchObject({ failure: null });
    expect(await bitsOf()).toEqual({ 3: 0b111 });
  });

  it('takes 1 to 24 roots, as many as a transaction holds', async () => {
    const slots = Array.from({ length: 25 }, (_, slot) => slot);
    putRoots('scores', slots);
    expect(await sendAttest(slots.slice(0, 24))).toMatchObject({ failure: null });
    expect(Object.keys(await bitsOf()).length).toBe(24);
    for (const entries of [[], entriesOf(slots)]) {
      const refusal = () =>
        attestInstruction({ oracle, attester: first.address, set, kind: 'scores', epochDay: DAY, entries });
      expect(outcome(refusal)).toBe(6110);
    }
    expect(await raw({ ...ARGUMENTS, entries: [] })).toMatchObject({ error: 6110 });
  });

  it('refuses other kinds, days within a window, and accounts of another kind, period or set', async () => {
    putRoots('scores', [3]);
    putRoots('odds', [3]);
    putRoots('scores', [3], DAY + 1);
    const other = putAttesters(bank, KEYS, creator.address, 2n).address;
    const attestation = (of: Address, kind: RootsKind, day: number) => ({
      attestation: attestationAddress(of, kind, day, oracle).address,
    });
    for (const accounts of [
      attestation(set, 'odds', DAY),
      attestation(set, 'scores', DAY + 1),
      attestation(other, 'scores', DAY),
      { roots: rootsAddress('odds', DAY, oracle).address },
      { roots: rootsAddress('scores', DAY + 1, oracle).address },
      { roots: fixturesRootsAddress(DAY, oracle).address },
    ])
      expect(await raw(ARGUMENTS, accounts)).toMatchObject({ error: 2006 });
    // Each argument with the attestation that it would name.
    const { at, within } = { at: addressOfRaw(3, DAY), within: addressOfRaw(2, DAY + 3) };
    expect(await raw({ ...ARGUMENTS, kind: 3 }, { attestation: at })).toMatchObject({ error: 6113 });
    const inWindow = { ...ARGUMENTS, kind: 2, period: DAY + 3 };
    expect(await raw(inWindow, { attestation: within })).toMatchObject({ error: 6043 });
    expect(await found()).toBeNull();
  });

  it('refuses a set at another address, with the attestation that it would have', async () => {
    putRoots('scores', [3]);
    const elsewhere = addressOf(new Uint8Array(32).fill(9));
    bank.put(elsewhere, oracle, (await bank.account(set))?.data ?? new Uint8Array());
    expect(await sendAttest([3], { of: elsewhere })).toMatchObject({ error: 2006 });
    expect(await bank.account(attestationAddress(elsewhere, 'scores', DAY, oracle).address)).toBeNull();
  });

  it('refuses a roots account that does not exist', async () => {
    expect(await sendAttest([3])).toMatchObject({ error: 6018 });
  });

  it('lets nobody unset a bit', async () => {
    putRoots('scores', [3, 4]);
    await sendAttest([3]);
    await sendAttest([3], { by: second });
    await sendAttest([4], { by: second });
    expect(await bitsOf()).toEqual({ 3: 3, 4: 2 });
  });
});

/** The address that the program derives from arguments which no attestation has. */
function addressOfRaw(kind: number, period: number): Address {
  const seeds = [
    Buffer.from('attestation'),
    addressBytes(set),
    Uint8Array.of(kind),
    Uint8Array.of(period, period >> 8),
  ];
  return programAddress(oracle, ...seeds).address;
}

describe('close_attestation', () => {
  const KEPT = 400 * 86_400;
  const close = (by: KeyPair, kind: RootsKind = 'scores') => {
    const { address } = attestationAddress(set, kind, DAY, oracle);
    return bank.send([closeAttestationInstruction(oracle, by.address, address)], [by]);
  };

  it.each([
    ['the end of its day', 'scores', DAY + 1, 0],
    ['its making', 'scores', DAY + 1, 12 * 3_600],
    ['the end of its ten days', 'fixtures', DAY + 10, -3 * 86_400],
  ] as const)('is open 400 days after %s', async (_, kind, end, made) => {
    await bank.setTime(end * 86_400 + made);
    putRoots(kind, [3]);
    expect(await sendAttest([3], { kind })).toMatchObject({ failure: null });
    const from = end * 86_400 + Math.max(0, made) + KEPT;
    await bank.setTime(from - 1);
    expect(await close(first, kind)).toMatchObject({ error: 6112 });
    await bank.setTime(from);
    const { address } = attestationAddress(set, kind, DAY, oracle);
    const [held, before] = (await bank.accounts([address, first.address])).map((one) => one?.lamports ?? 0);
    expect(await close(first, kind)).toMatchObject({ failure: null });
    expect(await bank.account(address)).toBeNull();
    expect((await bank.account(first.address))?.lamports).toBe((held ?? 0) + (before ?? 0));
  });

  it('is for the attester who paid', async () => {
    putRoots('scores', [3]);
    await sendAttest([3]);
    await sendAttest([3], { by: second });
    await bank.setTime(NOW + KEPT);
    for (const by of [second, stranger, creator]) expect(await close(by)).toMatchObject({ error: 6015 });
    expect(await bitsOf()).toEqual({ 3: 3 });
    expect(await close(first)).toMatchObject({ failure: null });
  });

  it('can be followed by a new one, which starts without bits', async () => {
    putRoots('scores', [3, 4]);
    await sendAttest([3]);
    await bank.setTime(NOW + KEPT);
    await close(first);
    expect(await sendAttest([4], { by: second })).toMatchObject({ failure: null });
    expect(await found()).toMatchObject({ payer: second.address, made: NOW + KEPT });
    expect(await bitsOf()).toEqual({ 4: 2 });
    expect(await close(second)).toMatchObject({ error: 6112 });
  });
});
