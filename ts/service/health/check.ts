/** One thing that has to be so for the service to be ready. */
export interface Check {
  /** One word. */
  readonly name: string;
  /** `null` when it is so, else a sentence why not; it is shown to anybody, so it holds no address and no message of a driver. */
  run(): Promise<string | null>;
}

export interface CheckResult {
  readonly name: string;
  readonly ok: boolean;
  /** Why it is not. */
  readonly reason?: string;
}

/** Whether the service should be sent requests, and what speaks against it. */
export interface ReadinessReport {
  readonly ready: boolean;
  readonly checks: readonly CheckResult[];
}

export interface RunChecksOptions {
  /** ms for one check. Default 2,000. */
  readonly timeLimit?: number;
  /** Told what a check threw; only the log may show it. */
  readonly onFailure?: (name: string, error: unknown) => void;
}

/** Runs all checks at once. Never throws: one that throws or is not done in time is not so. */
export async function runChecks(checks: readonly Check[], options: RunChecksOptions = {}): Promise<ReadinessReport> {
  const results = await Promise.all(checks.map((check) => resultOf(check, options)));
  return { ready: results.every(({ ok }) => ok), checks: results };
}

async function resultOf(check: Check, { timeLimit = 2_000, onFailure }: RunChecksOptions): Promise<CheckResult> {
  const { name } = check;
  try {
    const reason = await inTime(check.run(), timeLimit);
    return reason === null ? { name, ok: true } : { name, ok: false, reason };
  } catch (error) {
    onFailure?.(name, error);
    return { name, ok: false, reason: 'It cannot be asked.' };
  }
}

/** What a check says, or that it says nothing in so many ms. */
export async function inTime(result: Promise<string | null>, timeLimit: number): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('It gave no answer in time.'), timeLimit);
  });
  try {
    return await Promise.race([result, late]);
  } finally {
    clearTimeout(timer);
  }
}
