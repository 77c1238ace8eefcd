import type { Address } from '../../../ts/sdk/program/address/address.js';
import { type ResultSubject, resultAddress } from '../../../ts/sdk/program/address/settlement.js';
import type { Instruction } from '../../../ts/sdk/program/instruction/instruction.js';
import { LOCALNET_PROGRAM_IDS } from '../../../ts/sdk/program/programId.js';
import { postResultInstruction } from '../../../ts/sdk/program/settlement/postResultInstruction.js';
import { ok, type TestChain } from '../settlement/chain.js';
import { FIXTURE, FULL_TIME } from '../settlement/market.js';
import { soccerStats, TestOracle, type Update } from '../settlement/match.js';

/** Results that readers are given, posted with proofs by the settlement program itself wherever it can write them. */

const PROGRAM = LOCALNET_PROGRAM_IDS.settlement;

/** The match that readers ask about. */
export const SUBJECT: ResultSubject = {
  oracleProgram: LOCALNET_PROGRAM_IDS.oracle,
  fixtureId: FIXTURE,
  sport: 'soccer',
  finality: 'finalised',
  attesters: null,
};
/** How long readers wait, s, and when a result posted at full time is that old. */
export const MINIMUM_AGE = 3_600;
export const OLD_ENOUGH = FULL_TIME + MINIMUM_AGE;
/** When the match can have ended, for readers: no update before it counts. */
export const NOT_BEFORE = FULL_TIME - 600;
/** Goals of the home team, of the away team, and red cards of the home team. */
export const GOALS = { home: 1, away: 2, redCards: 5 } as const;

/** Places in a result's data. */
const BYTE = { discriminator: 0, version: 8, bump: 9 } as const;

const addressOf = (subject: ResultSubject) => resultAddress(subject, PROGRAM).address;

/** The address of the result of the match that readers ask about. */
export const RESULT: Address = addressOf(SUBJECT);

export interface Post {
  readonly subject?: Partial<ResultSubject>;
  /** The updates of one slot, of which the last is proven. Default: one, 2:1. */
  readonly updates?: readonly Update[];
  /** Default: the goals and red cards. */
  readonly keys?: readonly number[];
  /** Of the slot, s. Default: full time. */
  readonly at?: number;
}

/** An update at the end of the match. */
export const final = (home: number, away: number): Update => ({ status: 100, stats: soccerStats(home, away) });

/** Publishes a slot. Returns the instruction that posts the proof of its last update, and the address of the result. */
export function publish(
  chain: TestChain,
  given: Post = {},
): { readonly posting: Instruction; readonly result: Address } {
  const { updates = [final(2, 1)], keys = Object.values(GOALS), at = FULL_TIME } = given;
  const subject = { ...SUBJECT, ...given.subject };
  const slot = new TestOracle(chain, subject.oracleProgram).publish(subject.fixtureId, at, updates);
  const proof = slot.v3(keys, updates.length - 1);
  const payer = chain.payer.address;
  const posting = postResultInstruction({ programs: LOCALNET_PROGRAM_IDS, payer, subject, proof });
  return { posting, result: addressOf(subject) };
}

/** Publishes a slot and posts the proof. Returns the address of the result. */
export async function post(chain: TestChain, given: Post = {}): Promise<Address> {
  const { posting, result } = publish(chain, given);
  ok(await chain.send([posting]));
  return result;
}

/** The numbers of `Refusal` in `linesman-result`. */
export const REFUSAL = {
  NotAResult: 0,
  WrongOwner: 1,
  UnknownVersion: 2,
  WrongSubject: 3,
  WrongAddress: 4,
  Contradicted: 5,
  NoFact: 6,
  NotCurrent: 7,
  TooYoung: 8,
  TooEarly: 9,
} as const;

/** An account that a reader of the home team's goals is given, and why it refuses it. */
export interface WrongResult {
  readonly name: string;
  readonly refusal: keyof typeof REFUSAL;
  /** Puts it on chain, at the time when a result posted at full time is old enough. Returns its address. */
  readonly put: (chain: TestChain) => Promise<Address>;
}

/** Posts a result, and puts it elsewhere, in other hands or with other bytes. */
const changed =
  (change: (bytes: Buffer) => Uint8Array, where: { readonly owner?: Address; readonly elsewhere?: true } = {}) =>
  async (chain: TestChain): Promise<Address> => {
    const account = await chain.account(await post(chain));
    const target = where.elsewhere ? chain.address() : RESULT;
    chain.setAccount(target, where.owner ?? PROGRAM, change(Buffer.from(account?.data ?? [])));
    return old(chain, target);
  };

const byte = (place: number, change: (value: number) => number) => (bytes: Buffer) => {
  bytes[place] = change(bytes[place] ?? 0);
  return bytes;
};

async function old(chain: TestChain, result: Address): Promise<Address> {
  await chain.setTime(OLD_ENOUGH);
  return result;
}

/** Owns nothing of ours. */
const STRANGER = LOCALNET_PROGRAM_IDS.oracle;

export const WRONG_RESULTS: readonly WrongResult[] = [
  { name: 'nothing', refusal: 'NotAResult', put: async (chain) => old(chain, RESULT) },
  { name: 'a result without its last byte', refusal: 'NotAResult', put: changed((bytes) => bytes.subarray(0, -1)) },
  { name: 'a byte more', refusal: 'NotAResult', put: changed((bytes) => Buffer.concat([bytes, Buffer.alloc(1)])) },
  { name: 'another kind of account', refusal: 'NotAResult', put: changed(byte(BYTE.discriminator, (one) => one ^ 1)) },
  {
    name: 'a copy of another program',
    refusal: 'WrongOwner',
    put: changed((bytes) => bytes, { owner: STRANGER, elsewhere: true }),
  },
  {
    name: 'another owner at the right address',
    refusal: 'WrongOwner',
    put: changed((bytes) => bytes, { owner: STRANGER }),
  },
  { name: 'another version', refusal: 'UnknownVersion', put: changed(byte(BYTE.version, (one) => one + 1)) },
  {
    name: 'the result of another oracle',
    refusal: 'WrongSubject',
    put: async (chain) => old(chain, await post(chain, { subject: { oracleProgram: chain.address() } })),
  },
  {
    name: 'the result of another fixture',
    refusal: 'WrongSubject',
    put: async (chain) => old(chain, await post(chain, { subject: { fixtureId: FIXTURE + 1 } })),
  },
  {
    // The home and away teams' goals, without zeros, because a zero would show the sport.
    name: 'the result of the fixture under another sport',
    refusal: 'WrongSubject',
    put: async (chain) => old(chain, await post(chain, { subject: { sport: 'basketball' }, keys: [1, 2] })),
  },
  {
    name: 'the result under another policy',
    refusal: 'WrongSubject',
    put: async (chain) => {
      const updates = [{ ...final(2, 1), status: 5 }];
      return old(chain, await post(chain, { subject: { finality: 'regular-time' }, updates }));
    },
  },
  {
    name: 'another address',
    refusal: 'WrongAddress',
    put: changed((bytes) => bytes, { elsewhere: true }),
  },
  { name: 'another bump', refusal: 'WrongAddress', put: changed(byte(BYTE.bump, (one) => one - 1)) },
  {
    name: 'a contradicted result',
    refusal: 'Contradicted',
    put: async (chain) => {
      await post(chain);
      // The same update again, under another root.
      return old(chain, await post(chain, { updates: [final(0, 3)] }));
    },
  },
  {
    name: 'a result that does not have the stat',
    refusal: 'NoFact',
    put: async (chain) => old(chain, await post(chain, { keys: [GOALS.away] })),
  },
  {
    name: 'a result that has the stat of an earlier update only',
    refusal: 'NotCurrent',
    put: async (chain) => {
      await post(chain);
      return old(chain, await post(chain, { updates: [final(2, 1), final(2, 2)], keys: [GOALS.away] }));
    },
  },
  {
    name: 'a result of an update before the match can have ended',
    refusal: 'TooEarly',
    put: async (chain) => old(chain, await post(chain, { at: NOT_BEFORE - 1 })),
  },
  {
    name: 'a result a second before its minimum age',
    refusal: 'TooYoung',
    put: async (chain) => {
      const result = await post(chain);
      await chain.setTime(OLD_ENOUGH - 1);
      return result;
    },
  },
  {
    name: 'a result whose minimum age passed in a halt, but for a slot',
    refusal: 'TooYoung',
    put: async (chain) => {
      const result = await post(chain);
      const { slot } = chain.moment;
      await chain.setMoment({ seconds: OLD_ENOUGH + 86_400, slot: slot + MINIMUM_AGE - 1 });
      return result;
    },
  },
];
