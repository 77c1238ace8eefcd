/** Which instruction failed a transaction. */
export interface FailedInstruction {
  /** Its place among the instructions of the transaction. */
  readonly at: number;
  /** Its error number; `null` for an error of the runtime. */
  readonly custom: number | null;
}

/** Reads the status of a failed transaction as nodes give it; `null` if it names no instruction. */
export function failedInstruction(status: unknown): FailedInstruction | null {
  const { InstructionError: failed } = (status ?? {}) as { readonly InstructionError?: readonly unknown[] };
  if (!Array.isArray(failed)) return null;
  const { Custom: custom } = (failed[1] ?? {}) as { readonly Custom?: number | bigint };
  return { at: Number(failed[0]), custom: custom === undefined ? null : Number(custom) };
}
