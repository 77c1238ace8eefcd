import { FINDING_KINDS, type Finding, type FindingKind } from '../compare/finding.js';
import type { FolderReport } from '../run/regressFolder.js';

/** The data of a run from which reports are made. */
export interface RunReport {
  readonly engine: string;
  readonly program: { readonly from: string; readonly sha256: string };
  readonly build: string;
  readonly folders: readonly FolderReport[];
}

/** All findings: those of a folder first, then those of its cases. */
export const findingsOf = ({ folders }: RunReport): readonly Finding[] =>
  folders.flatMap(({ findings, cases }) => [...findings, ...cases.flatMap((one) => one.findings)]);

export const casesOf = ({ folders }: RunReport) => folders.flatMap(({ cases }) => cases);

/** How many findings there are of each kind, in the order of the kinds. */
export function countsOf(findings: readonly Finding[]): readonly (readonly [kind: FindingKind, count: number])[] {
  return FINDING_KINDS.flatMap((kind) => {
    const count = findings.filter((one) => one.kind === kind).length;
    return count === 0 ? [] : [[kind, count] as const];
  });
}

/** Names of each kind of finding in a count: one, many. */
const KIND_NAMES: Readonly<Record<FindingKind, readonly [one: string, many: string]>> = {
  program: ['changed program', 'changed programs'],
  gone: ['case gone', 'cases gone'],
  root: ['changed root', 'changed roots'],
  verdict: ['changed verdict', 'changed verdicts'],
  number: ['other error number', 'other error numbers'],
  facts: ['change of facts', 'changes of facts'],
  final: ['change of finality', 'changes of finality'],
  instruction: ['other instruction', 'other instructions'],
  units: ['change of compute units', 'changes of compute units'],
  bytes: ['change of transaction bytes', 'changes of transaction bytes'],
};

export const kindName = (kind: FindingKind, count: number): string => KIND_NAMES[kind][count === 1 ? 0 : 1];

/** `cases/a.case.json: verdict by oracle: true → refused (6023 …). Why.` */
export const findingLine = (finding: Finding): string => `${headOf(finding)} ${finding.reason}`;

/** The same without the reason. */
export const headOf = ({ file, kind, by, was, is }: Finding): string =>
  `${file}: ${kind}${by === null ? '' : ` by ${by}`}: ${shortened(was)} → ${shortened(is)}.`;

/** Hashes are shortened to their beginning, which is enough to distinguish two; JSON output has them whole. */
const shortened = (value: string): string => (/^[0-9a-f]{64}$/.test(value) ? `${value.slice(0, 12)}…` : value);

/** The last line of a run. */
export function conclusionOf(report: RunReport): string {
  const cases = casesOf(report);
  const findings = findingsOf(report);
  const counts = countsOf(findings).map(([kind, count]) => `${count} ${kindName(kind, count)}`);
  const failed = cases.filter(({ error }) => error !== null).length;
  const added = cases.filter(({ isNew, error }) => isNew && error === null).length;
  const skipped = cases.filter((one) => one.skipped !== null).length;
  const parts = [
    counts.length === 0 ? 'no differences' : counts.join(', '),
    ...(failed > 0 ? [`${failed} not compared because of an error`] : []),
    ...(skipped > 0 ? [`${skipped} not executed by this engine`] : []),
    ...(added > 0 ? [`${added} new, which --update adds to the ledger`] : []),
  ];
  return `${cases.length} ${cases.length === 1 ? 'case' : 'cases'}: ${parts.join('; ')}.`;
}
