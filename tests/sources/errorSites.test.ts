import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import * as error from '../../ts/sdk/error/index.js';
import { OPERATOR_TEXTS } from '../../ts/sdk/error/texts/operator.js';
import { ERROR_STATUS } from '../../ts/service/edge/http/errorStatus.js';
import { PACKAGE_SOURCES, textOf } from '../helpers/sources.js';

/**
 * Call sites name an error: they hold neither its number nor a sentence. The texts stand side by side in one place and
 * are built from a context whose type depends on the code.
 */

/** Files where numbers of this size mean something else: seconds of a match, a bookmaker id. */
const OTHER_NUMBERS = 'ts/season/';

/** Files that relay the words of a service, a program or another process. */
const RELAYS: readonly string[] = [
  'ts/service/commands/records/recordsOfLine.ts',
  'ts/cli/option/usageError.ts',
  'ts/cli/proof/olderTreeHint.ts',
  'ts/sdk/client/refusal.ts',
  'ts/sdk/error/linesmanError.ts',
  'ts/keeper/httpProofSource.ts',
  'ts/sdk/program/errorFromLogs.ts',
  'ts/service/data/intake/answerLine.ts',
];

const FILES = PACKAGE_SOURCES.filter((file) => !/^ts\/sdk\/error\/(texts|codes)\//.test(file));

const RAISERS = new Set(['fail', 'errorOf', 'LinesmanError', 'isError']);

/** Everything forbidden in a source, with its line. */
function faultsOf(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  const found: string[] = [];
  const add = (node: ts.Node, what: string): void => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    found.push(`${file}:${line + 1} ${what}`);
  };
  const visit = (node: ts.Node): void => {
    const isNumber = ts.isNumericLiteral(node) && Number(node.text) >= 6000 && error.ERRORS.has(Number(node.text));
    if (isNumber && !file.startsWith(OTHER_NUMBERS)) add(node, `number ${node.text}`);
    if ((ts.isCallExpression(node) || ts.isNewExpression(node)) && ts.isIdentifier(node.expression)) {
      const [, context, options] = node.arguments ?? [];
      if (RAISERS.has(node.expression.text)) {
        for (const name of ['message', 'hint']) if (has(context, name)) add(node, `sentence under ${name}`);
        if (has(options, 'said') && !RELAYS.includes(file)) add(node, 'words of its own');
      }
      if (node.expression.text === 'relayed' && !RELAYS.includes(file)) add(node, 'words of its own');
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const has = (node: ts.Node | undefined, name: string): boolean =>
  node !== undefined &&
  ts.isObjectLiteralExpression(node) &&
  node.properties.some((property) => property.name !== undefined && property.name.getText() === name);

describe('call sites', () => {
  it('name their error and hold no text', () => {
    expect(FILES.length).toBeGreaterThan(500);
    expect(FILES.flatMap((file) => faultsOf(file, textOf(file)))).toEqual([]);
  });

  it('are recognised in every form', () => {
    const faults = (text: string): number => faultsOf('x.ts', text).length;
    expect(faults('fail(NOT_FINAL, { key })')).toBe(0);
    expect(faults('fail(6219)')).toBe(1);
    expect(faults("fail(NOT_FINAL, { message: 'No.' })")).toBe(1);
    expect(faults('errorOf(NOT_FINAL, { key }, { said: { sentence } })')).toBe(1);
    expect(faults('relayed(code, { sentence }, {})')).toBe(1);
    expect(faults("new LinesmanError(7000, { hint: 'No.' })")).toBe(2);
    expect(faults('error.number === 7065')).toBe(1);
  });
});

describe('codes', () => {
  const constants = Object.entries(error).filter(([, value]) => typeof value === 'number');

  it('have one constant each, with the name of the error', () => {
    const screaming = (name: string): string =>
      name
        .replace(/([a-z])([A-Z])/g, '$1_$2')
        .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
        .toUpperCase();
    // Both codes use this name on the wire. Nothing raises 7048 any more.
    const expected = [...error.ERRORS].map(([number, { name }]) => [
      number === 7048 ? 'NOT_PUBLISHED_YET_RETIRED' : screaming(name),
      number,
    ]);
    expect(constants.toSorted((a, b) => Number(a[1]) - Number(b[1]))).toEqual(expected);
  });

  it('whose texts browsers do not have are met by no page, and answered to none', () => {
    const withoutText = new Set<string>(
      constants.filter(([, number]) => Number(number) in OPERATOR_TEXTS).map(([name]) => name),
    );
    expect(withoutText.size).toBeGreaterThan(20);
    const inBrowsers = FILES.filter((file) =>
      /^ts\/(explorer|sdk\/(client|format|kit|merkle|program|proof|prove|rpc|wallet|web3))\//.test(file),
    );
    expect(inBrowsers.length).toBeGreaterThan(200);
    const met = (file: string) =>
      (textOf(file).match(/\b[A-Z][A-Z_]+\b/g) ?? []).filter((name) => withoutText.has(name));
    expect(inBrowsers.flatMap((file) => met(file).map((name) => `${file} ${name}`))).toEqual([]);
    expect(Object.keys(OPERATOR_TEXTS).filter((number) => number in ERROR_STATUS)).toEqual([]);
  });
});
