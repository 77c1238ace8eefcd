/** What `linesman_wire::mark` adds to the units of a program: two system calls of 100 and the passing of the name. */
const MARK = 203;

/** The units of a program between two marks, without those of the programs that it called. */
export interface Part {
  readonly name: string;
  readonly units: number;
}

/**
 * The parts of a transaction's last instruction, in order, from the logs of a program that was built with the feature
 * `profile`; what follows the last mark is the part `exit`. Empty if the instruction has no marks.
 */
export function partsOf(logs: readonly string[]): Part[] {
  /** Marks and ends of called programs, in their order: the units that are left, or that were used. */
  let marks: { name: string; left: number; called: number }[] = [];
  let [name, called, depth] = ['', 0, 0];
  let end: { limit: number; left: number; called: number } | undefined;
  for (const line of logs) {
    if (/ invoke \[1\]$/.test(line)) {
      marks = [];
      called = 0;
    }
    if (/ invoke \[\d+\]$/.test(line)) depth++;
    const logged = /^Program log: (.*)$/.exec(line)?.[1];
    if (depth === 1 && logged !== undefined) name = logged;
    const left = /consumption: (\d+) units remaining$/.exec(line)?.[1];
    if (depth === 1 && left !== undefined) {
      marks.push({ name, left: Number(left), called });
      called = 0;
    }
    const [, used, limit] = /consumed (\d+) of (\d+)/.exec(line) ?? [];
    if (used !== undefined && depth === 2) called += Number(used);
    if (used !== undefined && depth === 1) end = { limit: Number(limit), left: Number(limit) - Number(used), called };
    if (/^Program \S+ (success|failed.*)$/.test(line)) depth--;
  }
  if (!end || marks.length === 0) return [];
  let before = end.limit;
  const parts = marks.map((mark) => {
    const units = before - mark.left - mark.called - MARK;
    before = mark.left;
    return { name: mark.name, units };
  });
  return [...parts, { name: 'exit', units: before - end.left - end.called }];
}
