import type { LinesmanError } from '@linesman/sdk/error';
import { casesOf, findingsOf, type RunReport } from './summary.js';

/** The output for programs. */
export function runJson(report: RunReport, { keepLogs }: { readonly keepLogs: boolean }): object {
  const { engine, program, build } = report;
  const cases = casesOf(report);
  const findings = findingsOf(report);
  return {
    equal: findings.length === 0 && cases.every(({ error }) => error === null),
    engine,
    build,
    program,
    cases: cases.length,
    findings,
    errors: cases.flatMap(({ file, error }) => (error === null ? [] : [{ file, ...errorFields(error) }])),
    new: cases.filter(({ isNew }) => isNew).map(({ file }) => file),
    skipped: cases.flatMap(({ file, skipped }) => (skipped === null ? [] : [{ file, reason: skipped }])),
    ...(keepLogs && { logs: Object.fromEntries(cases.map(({ file, logs }) => [file, logs])) }),
  };
}

const errorFields = ({ number, name, message, hint }: LinesmanError): object => ({ number, name, message, hint });
