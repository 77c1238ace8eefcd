import { beforeAll, describe, expect, it } from 'vitest';
import type { Engine, PlacedAccount } from '../../ts/regress/engine/engine.js';
import { openEngine } from '../../ts/regress/engine/openEngine.js';
import { committedProgram } from '../../ts/regress/engine/programBytes.js';
import { signedDigest } from '../../ts/sdk/format/statValidationInput.js';
import type { Address } from '../../ts/sdk/program/address/address.js';
import { ED25519_PROGRAM_ID, INSTRUCTIONS_SYSVAR, ZERO_ADDRESS } from '../../ts/sdk/program/address/runtime.js';
import { errorFromLogs } from '../../ts/sdk/program/errorFromLogs.js';
import type { Instruction } from '../../ts/sdk/program/instruction/instruction.js';
import { validateStatV4 } from '../../ts/sdk/program/oracle/instructions.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { transferInstruction } from '../../ts/sdk/program/systemInstructions.js';
import { CONFIG, ORACLE, putConfig, putCredits, putScoresRoot, ROLES } from '../helpers/oracleBank.js';
import { everyStatAbove, shapedProof } from '../helpers/shapedProof.js';

/**
 * What `validate_stat_v4` itself accepts as the oracle's signature, byte for byte. Solana's precompile refuses most of
 * this before the program runs; solana-bankrun does not have it, so the signature is 64 arbitrary bytes here.
 */

const KEY = new Uint8Array(32).fill(31);
const NEXT = new Uint8Array(32).fill(32);
const RETIRED = new Uint8Array(32).fill(33);

const proof = shapedProof({ stat: 1, sub: 1, main: 1, stats: 1 });
const digest = signedDigest(proof.multi);

interface Header {
  count: number;
  padding: number;
  signatureOffset: number;
  signatureIndex: number;
  keyOffset: number;
  keyIndex: number;
  messageOffset: number;
  messageSize: number;
  messageIndex: number;
}

const HEADER: Header = {
  count: 1,
  padding: 0,
  signatureOffset: 48,
  signatureIndex: 0xffff,
  keyOffset: 16,
  keyIndex: 0xffff,
  messageOffset: 112,
  messageSize: 32,
  messageIndex: 0xffff,
};

/** Data of an Ed25519 instruction: the header, then key, signature and message. */
function ed25519Data(header: Partial<Header> = {}, key = KEY, message: Uint8Array = digest): Buffer {
  const { count, padding, ...words } = { ...HEADER, ...header };
  const head = Buffer.alloc(16);
  head[0] = count;
  head[1] = padding;
  Object.values(words).forEach((word, i) => {
    head.writeUInt16LE(word, 2 + 2 * i);
  });
  return Buffer.concat([head, key, Buffer.alloc(64, 0x5a), message]);
}

const ed25519 = (data: Buffer) => ({ programAddress: ED25519_PROGRAM_ID, accounts: [], data });

/** A no-op of an arbitrary program. */
const idle = transferInstruction({ from: ROLES.user.address, to: ROLES.user.address, lamports: 0n });

let engine: Engine;
let validate: Instruction;

/** What is on chain. */
const accounts = new Map<Address, PlacedAccount>();
const bank = {
  put: (address: Address, owner: Address, data: Uint8Array) => void accounts.set(address, { address, owner, data }),
};

beforeAll(async () => {
  engine = await openEngine('bankrun', committedProgram(0));
  bank.put(ROLES.user.address, ZERO_ADDRESS, new Uint8Array(0));
  putConfig(bank, { oracleKey: KEY, nextOracleKey: NEXT });
  validate = validateStatV4.build(
    ORACLE.programId,
    {
      user: ROLES.user.address,
      userValidationState: putCredits(bank, ROLES.user.address, 100_000),
      instructionsSysvar: INSTRUCTIONS_SYSVAR,
      dailyScoresMerkleRoots: putScoresRoot(bank, proof.epochDay, proof.slot, proof.root),
      config: CONFIG.address,
    },
    { payload: proof.multi, strategy: everyStatAbove(1, 1) },
  );
});

const send = (...instructions: Instruction[]) => engine.execute({ accounts: [...accounts.values()], instructions });

describe('the instruction directly before', () => {
  it('carries the oracle’s signature of the payload', async () => {
    expect(await send(ed25519(ed25519Data()), validate)).toMatchObject({ verdict: true });
  });

  it('may have others before it and after the checked one', async () => {
    expect(await send(idle, ed25519(ed25519Data()), validate, idle)).toMatchObject({ failure: null, error: null });
  });

  it('is missing: 6080', async () => {
    expect(await send(validate)).toMatchObject({ error: 6080 });
    // The engine takes the last instruction for the program's, so the number is read from the logs.
    const { logs } = await send(validate, ed25519(ed25519Data()));
    expect(errorFromLogs(logs, LOCALNET_PROGRAM_IDS)).toMatchObject({ number: 6080 });
  });

  it('is another program’s: 6081', async () => {
    expect(await send(ed25519(ed25519Data()), idle, validate)).toMatchObject({ error: 6081 });
    expect(await send(idle, validate)).toMatchObject({ error: 6081 });
  });

  it('precedes each call, not only the first of two', async () => {
    expect(await send(ed25519(ed25519Data()), validate, validate)).toMatchObject({ error: 6081 });
  });
});

describe('the header', () => {
  /** The instruction's own index in the transaction, and the index of the one it precedes. */
  const OWN = 0;
  const NEXT_INSTRUCTION = 1;
  const rows = (Object.keys(HEADER) as (keyof Header)[]).flatMap((field) => {
    const right = HEADER[field];
    const highest = field === 'count' || field === 'padding' ? 0xff : 0xffff;
    const values = [0, right - 1, right + 1, OWN, NEXT_INSTRUCTION, 2, highest];
    const wrong = values.filter((value) => value !== right && value >= 0 && value <= highest);
    return [...new Set(wrong)].map((value) => [field, value] as const);
  });

  it.each(rows)('%s = %i: 6101', async (field, value) => {
    expect(await send(ed25519(ed25519Data({ [field]: value })), validate)).toMatchObject({ error: 6101 });
  });

  it('tries at least three wrong values of every field', () => {
    for (const field of Object.keys(HEADER)) expect(rows.filter(([name]) => name === field).length).toBeGreaterThan(2);
  });

  it('has one layout: no other order of key, signature and message', async () => {
    // Signature first, as other tools lay it out: the precompile would accept it.
    const header = { signatureOffset: 16, keyOffset: 80 };
    const data = ed25519Data(header);
    const swapped = Buffer.concat([
      data.subarray(0, 16),
      data.subarray(48, 112),
      data.subarray(16, 48),
      data.subarray(112),
    ]);
    expect(await send(ed25519(swapped), validate)).toMatchObject({ error: 6101 });
  });
});

describe('the data', () => {
  const data = ed25519Data();
  it.each([0, 1, 2, 15, 16, 143].map((length) => [length]))('of %i bytes: 6101', async (length) => {
    expect(await send(ed25519(data.subarray(0, length)), validate)).toMatchObject({ error: 6101 });
  });

  it('with an extra byte: 6101', async () => {
    expect(await send(ed25519(Buffer.concat([data, Buffer.alloc(1)])), validate)).toMatchObject({ error: 6101 });
  });

  it('with two signatures, the first one valid: 6101', async () => {
    const two = Buffer.concat([ed25519Data({ count: 2 }), data.subarray(2)]);
    expect(await send(ed25519(two), validate)).toMatchObject({ error: 6101 });
  });
});

describe('the key', () => {
  it('is the current or the next one of the configuration', async () => {
    expect(await send(ed25519(ed25519Data({}, NEXT)), validate)).toMatchObject({ verdict: true });
    expect(await send(ed25519(ed25519Data({}, RETIRED)), validate)).toMatchObject({ error: 6083 });
    for (let bit = 0; bit < 256; bit += 17) {
      const other = Uint8Array.from(KEY);
      other[bit >> 3] = (other[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(await send(ed25519(ed25519Data({}, other)), validate)).toMatchObject({ error: 6083 });
    }
  });

  it('is not the 32 zero bytes that mean no next key', async () => {
    putConfig(bank, { oracleKey: KEY });
    expect(await send(ed25519(ed25519Data({}, new Uint8Array(32))), validate)).toMatchObject({ error: 6083 });
    expect(await send(ed25519(ed25519Data({}, NEXT)), validate)).toMatchObject({ error: 6083 });
    expect(await send(ed25519(ed25519Data()), validate)).toMatchObject({ verdict: true });
    putConfig(bank, { oracleKey: KEY, nextOracleKey: NEXT });
  });
});

describe('the message', () => {
  it('is the digest of the payload, to the bit', async () => {
    for (let bit = 0; bit < 256; bit += 13) {
      const other = Uint8Array.from(digest);
      other[bit >> 3] = (other[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(await send(ed25519(ed25519Data({}, KEY, other)), validate)).toMatchObject({ error: 6085 });
    }
  });

  it('covers every byte of the payload and none of the strategy', async () => {
    const { data } = validate;
    const strategyLength = 4 + 1 + 4 + 7;
    const changed = (at: number) => {
      const copy = Buffer.from(data);
      copy[at] = (copy[at] ?? 0) ^ 1;
      return { ...validate, data: copy };
    };
    const end = data.length - strategyLength;
    for (let at = 8; at < end; at += 1) {
      const { error } = await send(ed25519(ed25519Data()), changed(at));
      // Inconsistent lengths and invalid flags do not decode at all.
      expect([102, 6085]).toContain(error);
    }
    // The threshold: another question about the same signed payload.
    expect(await send(ed25519(ed25519Data()), changed(end + 4 + 1 + 4 + 2))).toMatchObject({
      error: null,
      failure: null,
    });
  });
});
