import type { Address, Instruction } from '@linesman/sdk/program';

/** An account that a transaction reads. */
export interface PlacedAccount {
  readonly address: Address;
  readonly owner: Address;
  readonly data: Uint8Array;
}

/** A transaction, and all the accounts that it finds on chain. */
export interface Scene {
  readonly accounts: readonly PlacedAccount[];
  /** The instruction of the program under test is the last one. */
  readonly instructions: readonly Instruction[];
}

/** The outcome of a transaction. */
export interface Execution {
  /** The return data are one byte; null unless the transaction succeeded. */
  readonly verdict: boolean | null;
  /** The error number of the program under test. */
  readonly error: number | null;
  /** A precompile refused the transaction before the program ran. */
  readonly isRefusedByPrecompile: boolean;
  /** The runtime's own words for any other failure. */
  readonly failure: string | null;
  /** Compute units of the program under test, without those of other instructions; null if it did not run. */
  readonly units: number | null;
  readonly logs: readonly string[];
}

/** The program under test. */
export interface ProgramBytes {
  readonly programId: Address;
  readonly bytes: Uint8Array;
  /** The source of the bytes, for errors. */
  readonly from: string;
  /** The same code in the format whose digest ledgers have, if `bytes` is in another. */
  readonly recorded?: Uint8Array;
}

/** A runtime in this process that executes transactions. Executions do not affect each other. */
export interface Engine {
  readonly name: EngineName;
  /** Whether the Ed25519 program checks signatures. A runtime without it cannot give the result `precompile`. */
  readonly runsPrecompiles: boolean;
  execute(scene: Scene): Promise<Execution>;
  /** Ends everything that would keep the process alive. An engine that needs no such end omits it. */
  close?(): Promise<void>;
}

export const ENGINES = ['litesvm', 'bankrun', 'embedded'] as const;
export type EngineName = (typeof ENGINES)[number];

/** What is known of a runtime before it is loaded. */
interface Traits {
  /** The packages that it needs, as `otherVersion` takes them. */
  readonly packages: readonly string[];
  /** As `Engine.runsPrecompiles`. */
  readonly runsPrecompiles: boolean;
  /** Whether it takes transactions that are too large for the network. */
  readonly executesLarge: boolean;
  /** The newest version of SBPF that it runs. */
  readonly sbpf: 0 | 3;
}

export const TRAITS: Readonly<Record<EngineName, Traits>> = {
  litesvm: { packages: ['litesvm'], runsPrecompiles: true, executesLarge: true, sbpf: 3 },
  bankrun: {
    packages: ['solana-bankrun@0.4.0', '@solana/web3.js@1'],
    runsPrecompiles: false,
    executesLarge: true,
    sbpf: 0,
  },
  embedded: { packages: ['@linesman/service'], runsPrecompiles: true, executesLarge: false, sbpf: 3 },
};
