import type { Finding } from '../compare/finding.js';
import type { CaseReport, FolderReport } from '../run/regressFolder.js';
import { headOf, type RunReport } from './summary.js';

/**
 * The run as a JUnit report: a suite for each folder, a test case for each case, and one for each build, and for each
 * entry without a case. It does not contain times, so that equal runs give equal files.
 */
export function junitText(report: RunReport): string {
  const suites = report.folders.map((folder) => suiteOf(folder));
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="linesman regress">\n';
  return `${head}${suites.join('')}</testsuites>\n`;
}

interface TestCase {
  readonly name: string;
  readonly file: string;
  readonly findings: readonly Finding[];
  readonly error: CaseReport['error'];
  readonly skipped: string | null;
  readonly logs: readonly string[];
}

function suiteOf({ folder, cases, findings }: FolderReport): string {
  const tests: TestCase[] = [
    ...cases.map((one) => ({ ...one, name: one.name ?? one.file })),
    ...findings.map((finding) => ({
      name: finding.name ?? `program ${finding.by}`,
      file: finding.file,
      findings: [finding],
      error: null,
      skipped: null,
      logs: [],
    })),
  ];
  const count = (accepts: (one: TestCase) => boolean): string => String(tests.filter(accepts).length);
  const about = attributes({
    name: folder,
    tests: String(tests.length),
    failures: count((one) => one.error === null && one.findings.length > 0),
    errors: count((one) => one.error !== null),
    skipped: count(isSkipped),
  });
  return `  <testsuite${about}>\n${tests.map((one) => testOf(one, folder)).join('')}  </testsuite>\n`;
}

const isSkipped = ({ error, findings, skipped }: TestCase): boolean =>
  error === null && findings.length === 0 && skipped !== null;

function testOf(test: TestCase, folder: string): string {
  const { name, file, findings, error, skipped, logs } = test;
  const parts: string[] = [];
  if (error !== null)
    parts.push(`<error${attributes({ message: error.message, type: error.name })}>${escaped(error.hint)}</error>`);
  // A test case has one failure; readers show its message in their list.
  else if (findings.length > 0) {
    const [first] = findings as readonly [Finding];
    const message = findings.map((finding) => `${headOf(finding)} ${finding.reason}`).join(' ');
    const body = findings.map(({ kind, by, was, is, reason }) => lineOf({ kind, by, was, is, reason })).join('\n');
    parts.push(`<failure${attributes({ message, type: first.kind })}>${escaped(body)}</failure>`);
  } else if (skipped !== null) parts.push(`<skipped${attributes({ message: skipped })}/>`);
  if (logs.length > 0 && (findings.length > 0 || error !== null))
    parts.push(`<system-out>${escaped(logs.join('\n'))}</system-out>`);
  const head = `    <testcase${attributes({ name, classname: folder, file })}`;
  return parts.length === 0
    ? `${head}/>\n`
    : `${head}>\n${parts.map((part) => `      ${part}\n`).join('')}    </testcase>\n`;
}

const lineOf = ({ kind, by, was, is, reason }: Pick<Finding, 'kind' | 'by' | 'was' | 'is' | 'reason'>): string =>
  `${kind}${by === null ? '' : ` by ${by}`}\n  was: ${was}\n  is:  ${is}\n  ${reason}`;

const attributes = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('');

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML 1.0 cannot represent most control characters and lone surrogates, so they become U+FFFD. */
const escaped = (text: string): string =>
  text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\u{fffd}')
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '')
    // Otherwise an attribute would lose its line breaks.
    .replace(/[\t\n\r]/g, (character) => (character === '\n' ? '&#10;' : `&#${character.charCodeAt(0)};`));
