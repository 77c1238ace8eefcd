/** A notice to operators although the service is ready. */
export interface Note {
  readonly note: string;
}

/** One condition of readiness. */
export interface Check {
  /** One word. */
  readonly name: string;
  /**
   * Resolves to `null` if the condition holds, to a sentence that says why it does not hold, or to a note for operators
   * although it holds. Every caller can read it, so it does not contain addresses or driver messages.
   */
  run(): Promise<string | Note | null>;
}

export interface CheckResult {
  readonly name: string;
  readonly ok: boolean;
  /** Why the check failed, or the note for operators. */
  readonly reason?: string;
}

/** Whether the service should receive requests, and why not. */
export interface ReadinessReport {
  readonly ready: boolean;
  readonly checks: readonly CheckResult[];
}

export interface RunChecksOptions {
  /** Time limit per check, ms. Default 2,000. */
  readonly timeLimit?: number;
  /** Called with the error that a check threw. Only the log may show it. */
  readonly onFailure?: (name: string, error: unknown) => void;
}

/** Runs all checks concurrently and never throws: a check that throws or times out has failed. */
export async function runChecks(checks: readonly Check[], options: RunChecksOptions = {}): Promise<ReadinessReport> {
  const results = await Promise.all(checks.map((check) => resultOf(check, options)));
  return { ready: results.every(({ ok }) => ok), checks: results };
}

async function resultOf(check: Check, { timeLimit = 2_000, onFailure }: RunChecksOptions): Promise<CheckResult> {
  const { name } = check;
  try {
    const reason = await inTime(check.run(), timeLimit);
    if (reason === null) return { name, ok: true };
    return typeof reason === 'string' ? { name, ok: false, reason } : { name, ok: true, reason: reason.note };
  } catch (error) {
    onFailure?.(name, error);
    return { name, ok: false, reason: 'The check failed.' };
  }
}

/** The check's result, or a failure if it takes longer than `timeLimit` ms. */
export async function inTime<T>(result: Promise<T>, timeLimit: number): Promise<T | string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('The check timed out.'), timeLimit);
  });
  try {
    return await Promise.race([result, late]);
  } finally {
    clearTimeout(timer);
  }
}
