import { terminalText } from '@linesman/sdk/error';
import type { Finding } from '../compare/finding.js';
import { casesOf, conclusionOf, findingLine, findingsOf, type RunReport } from './summary.js';

/** The output for people: one line per difference that says what changed and why, then one line about all. */
export function runText(report: RunReport, { keepLogs }: { readonly keepLogs: boolean }): string {
  const { engine, program, build } = report;
  const logsOf = new Map(casesOf(report).map(({ file, logs }) => [file, logs]));
  const lines = findingsOf(report).flatMap((finding) => [
    findingLine(finding),
    ...(keepLogs && isOfExecution(finding, build) ? (logsOf.get(finding.file) ?? []).map((line) => `    ${line}`) : []),
  ]);
  const errors = casesOf(report).flatMap(({ error }) =>
    error === null ? [] : [`error ${error.number} ${error.name}: ${error.message}`],
  );
  const about = `${build}: ${program.from}, sha256 ${program.sha256.slice(0, 12)}…, executed by ${engine}`;
  return [...lines, ...errors, about, conclusionOf(report)].map((line) => `${terminalText(line)}\n`).join('');
}

/** Whether the program's logs explain the finding. */
const isOfExecution = ({ by }: Finding, build: string): boolean => by === build;
