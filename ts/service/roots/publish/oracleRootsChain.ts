import { fixturesTimeOf, type Root, slotTimeOf } from '@linesman/sdk/format';
import {
  type AccountsChain,
  type Address,
  type Instruction,
  insertBatchRootInstruction,
  insertFixturesRootInstruction,
  insertScoresRootInstruction,
  type KeyPair,
  type ProgramIds,
  type SendingChain,
  sendTransaction,
} from '@linesman/sdk/program';
import { wait } from '../../clock/wait.js';
import type { BatchKey } from '../../data/store/batchStore.js';
import { oracleRootsReader, readOracleRoots } from './oracleRootsReader.js';
import type { RootsChain } from './rootsChain.js';

export interface OracleRootsParameters {
  /** The oracle program. */
  readonly oracle: Address;
  /** The publisher in the program's configuration; pays. */
  readonly publisher: Address;
  readonly chain: AccountsChain;
  /**
   * Sends the instruction in a transaction signed by the publisher and waits until it lands. Throws the program's error
   * if it fails. After an abort sends nothing more, and throws.
   */
  readonly send: (instruction: Instruction, signal?: AbortSignal) => Promise<void>;
}

/** The roots accounts of an oracle program. */
export function oracleRootsChain({ oracle, publisher, chain, send }: OracleRootsParameters): RootsChain {
  return {
    ...oracleRootsReader({ oracle, chain }),
    readRoots: (keys, signal) => readOracleRoots(keys, { oracle, chain }, signal),
    // A cluster keeps confirmed transactions; `recheck` covers forks.
    keep: async () => {},
    insertRoot: (key, root, signal) => send(insertRootInstruction(key, root, oracle, publisher), signal),
  };
}

export interface PublisherRootsParameters {
  readonly programs: ProgramIds;
  /** The publisher in the program's configuration. */
  readonly payer: KeyPair;
  readonly chain: AccountsChain & SendingChain;
  /** Waits this many ms, or until the next block, before it looks again whether a root has landed. Default `wait`. */
  readonly sleep?: ((ms: number, signal?: AbortSignal) => Promise<void>) | undefined;
}

/** The same chain, on which each root is published in its own transaction, which the publisher signs and pays. */
export function publisherRootsChain(parameters: PublisherRootsParameters): RootsChain {
  const { programs, payer, chain, sleep = wait } = parameters;
  return oracleRootsChain({
    oracle: programs.oracle,
    publisher: payer.address,
    chain,
    send: async (instruction, signal) => {
      const pause = (ms: number): Promise<void> => sleep(ms, signal);
      await sendTransaction({ chain, programs, payer, instructions: [instruction], sleep: pause, signal });
    },
  });
}

type Build = (oracle: Address, publisher: Address, slotStart: number, root: Root, admin?: Address) => Instruction;

const INSTRUCTIONS: Readonly<Record<BatchKey['kind'], Build>> = {
  scores: (oracle, publisher, from, root, admin) =>
    insertScoresRootInstruction(oracle, publisher, slotTimeOf(from), root, admin),
  odds: (oracle, publisher, from, root, admin) =>
    insertBatchRootInstruction(oracle, publisher, slotTimeOf(from), root, admin),
  fixtures: (oracle, publisher, from, root, admin) =>
    insertFixturesRootInstruction(oracle, publisher, fixturesTimeOf(from), root, admin),
};

/** Publishes the root of a batch; `admin` signs as well for a late one. */
export const insertRootInstruction = (
  { kind, slotStart }: BatchKey,
  root: Root,
  oracle: Address,
  publisher: Address,
  admin?: Address,
): Instruction => INSTRUCTIONS[kind](oracle, publisher, slotStart, root, admin);
