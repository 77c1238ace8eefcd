import type { Case } from '@linesman/sdk/internal/prove/caseFile';

/** The parameters for executing a proof, from `linesman inspect --logs`. */
export interface ExecutionRequest {
  /** The case, or a plain answer in the form of a case. */
  readonly one: Case;
  /** Bytes of a roots account to execute it with, instead of the case's root. */
  readonly rootsAccount: Uint8Array | null;
  /** Compiled program; null for the one that the package ships. */
  readonly program: string | null;
  readonly ledger: LedgerQuestion;
}

export interface LedgerQuestion {
  /** Folder of the ledger; null if the execution is not to be compared. */
  readonly folder: string | null;
  /** The only build to compare with; null for all. */
  readonly build: string | null;
  /** Why the execution is not compared. */
  readonly why: string | null;
}

/** The findings of `@linesman/regress` about an executed proof. Internal. */
export interface CaseExecution {
  readonly engine: string;
  readonly program: { readonly from: string; readonly sha256: string };
  /** In the terms of a ledger: `true`, `false`, `refused`, `precompile`, `failed` or `not run`. */
  readonly result: string;
  /** The same in words, with the name of the error. */
  readonly resultText: string;
  readonly error: number | null;
  /** The runtime's own words when it stopped the program. */
  readonly failure: string | null;
  readonly instruction: string | null;
  readonly form: string | null;
  /** Compute units of the program's own instruction. */
  readonly units: number | null;
  /** Size of the transaction. */
  readonly bytes: number | null;
  readonly logs: readonly string[];
  /** Null if the execution was not compared; `notCompared` says why. */
  readonly ledger: LedgerComparison | null;
  readonly notCompared: string | null;
}

export interface LedgerComparison {
  readonly file: string;
  readonly builds: readonly RecordedBuild[];
  /** The differences of the case itself and of its offline verdict. */
  readonly differences: readonly RecordedDifference[];
}

/** The ledger entry for a case and one build, with the differences of the execution. */
export interface RecordedBuild {
  readonly build: string;
  /** Whether the executed program has the bytes of this build. */
  readonly isSameProgram: boolean;
  readonly result: string;
  readonly resultText: string;
  readonly error: number | null;
  readonly units: number | null;
  readonly bytes: number | null;
  readonly differences: readonly RecordedDifference[];
}

/** A difference, in the words of `linesman regress`. */
export interface RecordedDifference {
  readonly kind: string;
  readonly was: string;
  readonly is: string;
  readonly reason: string;
}
