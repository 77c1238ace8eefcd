import type { Address } from '@linesman/sdk/program';
import type { Execution } from './engine.js';

/** What every runtime reports about a transaction. */
export interface Reported {
  /** Index of the instruction that failed; null if none did. */
  readonly failedAt: number | null;
  /** Number of the failure if it has one. */
  readonly number: number | null;
  /** The runtime's own words; null for a success. */
  readonly failure: string | null;
  readonly logs: readonly string[];
  readonly returned: Uint8Array;
}

/** Reads a report as the result of the program whose instruction is the last of `instructions`. */
export function executionOf(reported: Reported, programId: Address, instructions: number): Execution {
  const { failedAt, number, failure, logs, returned } = reported;
  const isRefusedByPrecompile = failedAt !== null && failedAt < instructions - 1;
  const ownUnits = new RegExp(`^Program ${programId} consumed (\\d+) of`);
  const units = logs.flatMap((line) => ownUnits.exec(line)?.[1] ?? []).at(-1);
  const isError = !isRefusedByPrecompile && number !== null;
  return {
    // The runtime trims trailing zero bytes of return data, so `00` arrives as empty data.
    verdict: failure === null ? returned[0] === 1 : null,
    error: isError ? number : null,
    isRefusedByPrecompile,
    failure: failure === null || isRefusedByPrecompile || isError ? null : failure,
    units: units === undefined ? null : Number(units),
    logs,
  };
}
