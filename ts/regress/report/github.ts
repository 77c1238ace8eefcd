import { FINDING_KINDS, type Finding } from '../compare/finding.js';
import { casesOf, conclusionOf, countsOf, findingsOf, headOf, kindName, type RunReport } from './summary.js';

/** GitHub shows only ten annotations for a step, so more of one kind would hide the others. */
const MAX_PER_KIND = 10;

/** The run as workflow commands: up to ten errors of a kind, then how many more there are. */
export function annotations(report: RunReport): string {
  const findings = findingsOf(report);
  const lines = FINDING_KINDS.flatMap((kind) => {
    const some = findings.filter((one) => one.kind === kind);
    const more = some.length - MAX_PER_KIND;
    return [
      ...some.slice(0, MAX_PER_KIND).map(annotationOf),
      ...(more > 0 ? [`::error title=linesman regress::${data(`${more} more ${kindName(kind, more)}.`)}`] : []),
    ];
  });
  const failed = casesOf(report).filter(({ error }) => error !== null);
  const errors = failed
    .slice(0, MAX_PER_KIND)
    .map(({ file, error }) => command(file, `${error?.name}`, `${error?.message}`));
  const more = failed.length - errors.length;
  if (more > 0) errors.push(`::error title=linesman regress::${data(`${more} more cases could not be compared.`)}`);
  return [...lines, ...errors].map((line) => `${line}\n`).join('');
}

const annotationOf = (finding: Finding): string =>
  command(finding.file, `${finding.kind}${finding.name === null ? '' : ` ${finding.name}`}`, textOf(finding));

const textOf = (finding: Finding): string => `${headOf(finding)} ${finding.reason}`;

const command = (file: string, title: string, message: string): string =>
  `::error file=${property(file)},title=${property(title)}::${data(message)}`;

/** The escapes that the runner undoes. */
const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** The run as Markdown for the page of the workflow. */
export function stepSummary(report: RunReport): string {
  const findings = findingsOf(report);
  const shown = countsOf(findings).flatMap(([kind]) =>
    findings.filter((one) => one.kind === kind).slice(0, MAX_PER_KIND),
  );
  const rows = shown.map(({ name, kind, by, was, is, reason }) =>
    [name ?? '', kind, by ?? '', was, is, reason].map(cell).join(' | '),
  );
  const hidden = findings.length - shown.length;
  return [
    '## linesman regress',
    '',
    conclusionOf(report),
    '',
    ...(rows.length === 0 ? [] : ['| case | what | by | was | is | why |', '|---|---|---|---|---|---|']),
    ...rows.map((row) => `| ${row} |`),
    ...(hidden > 0 ? ['', `${hidden} more are in the log.`] : []),
    '',
  ].join('\n');
}

/** Text of a case file must not become markup of the page. */
const cell = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[\\`*_[\]|]/g, '\\$&')
    .replace(/\s+/g, ' ');
