import { KeyPair, UPGRADEABLE_LOADER_ID } from '@linesman/sdk/program';
import { expect, test } from 'vitest';
import { BUFFER_HEADER, bufferAddress } from './loader.js';
import { planUpload } from './uploadProgram.js';

const authority = KeyPair.fromSeed(new Uint8Array(32).fill(1));
const key = KeyPair.fromSeed(new Uint8Array(32).fill(2));
// Zeros at byte 48: SBPF v0.
const bytes = Uint8Array.from({ length: 5_000 }, (_, i) => (i >= 48 && i < 52 ? 0 : 1 + (i % 250)));

/** The plan with a buffer that holds these bytes of the program, or none. */
async function plan(version: 0 | 1, written: Uint8Array | null) {
  const buffer = bufferAddress(authority.address, bytes);
  const data = written && Buffer.concat([new Uint8Array(BUFFER_HEADER), written]);
  const account = async (address: string) =>
    address === buffer && data ? { owner: UPGRADEABLE_LOADER_ID, data } : null;
  const chain = {
    account,
    accounts: (addresses: readonly string[]) => Promise.all(addresses.map(account)),
    lamports: async () => (data ? 7n : 0n),
    rent: async (size: number) => size,
  };
  const steps = await planUpload(chain as never, { key, files: [bytes] }, authority, version);
  return steps.map(({ name, isThere, transactions }) => [name, isThere, transactions.map(({ what }) => what)]);
}

test.each([0, 1] as const)(
  'an upload that was interrupted goes on with the bytes that are missing, version %i',
  async (version) => {
    const [, whole] = await plan(version, null);
    const all = whole?.[2] as string[];
    expect(all.length).toBeGreaterThan(1);
    expect(all.at(-1)).toMatch(/ to 4999 into the buffer$/);
    const [, second] = all.map((what) => Number(/bytes (\d+)/.exec(what)?.[1]));
    const half = new Uint8Array(bytes.length);
    half.set(bytes.subarray(0, second));
    expect((await plan(version, half)).slice(0, 2)).toEqual([
      ['program buffer', true, []],
      ['program bytes', false, all.slice(1)],
    ]);
    expect((await plan(version, bytes))[1]).toEqual(['program bytes', true, []]);
  },
);
