import ts from 'typescript';
import { changedRange, type Mutant } from './mutant.js';

/**
 * Shows which tests reach a mutant: a probe in front of its statement notes the id in the file that this variable
 * names. A process that a test starts inherits the variable.
 */
export const PROBE_FILE = 'LINESMAN_PROBE_FILE';

/** The function that probes call. It must not fail in any runtime. */
const PROBE = `
function __probe(id) {
  const seen = (globalThis.__probed ??= new Set());
  if (seen.has(id)) return;
  seen.add(id);
  const file = globalThis.process?.env?.${PROBE_FILE};
  if (file) globalThis.process.getBuiltinModule?.('node:fs').appendFileSync(file, id + '\\n');
}
`;

interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** Mutants by the exported names that depend on them. */
export type Dependents = ReadonlyMap<string, readonly Mutant[]>;

/**
 * The names through which other files notice mutants of a source that are outside of all functions: such code runs once
 * in a process, and all tests of the process read its results.
 */
export function dependentsOf(source: string, mutants: readonly Mutant[]): Dependents {
  const file = parsed(source);
  const found = new Map<string, Mutant[]>();
  for (const mutant of mutants) {
    const range = changedRange(source, mutant);
    if (!range || placeOfProbe(nodeAt(file, range.start, range.end), file)) continue;
    for (const name of dependentNames(file, range.start)) found.set(name, [...(found.get(name) ?? []), mutant]);
  }
  return found;
}

/**
 * A source with probes for its own mutants. For mutants whose dependents it mentions, all its functions get probes.
 * `undefined` if there are none.
 */
export function probed(source: string, own: readonly Mutant[], dependents: Dependents): string | undefined {
  const mentioned = [...dependents].filter(([name]) => mentions(source, name)).flatMap(([, mutants]) => mutants);
  if (own.length === 0 && mentioned.length === 0) return undefined;
  const file = parsed(source);
  const everywhere = new Set(mentioned.map(({ id }) => id));
  const insertions: Insertion[] = [];
  for (const mutant of own) {
    const range = changedRange(source, mutant);
    const place = range && placeOfProbe(nodeAt(file, range.start, range.end), file);
    if (place) insertions.push(...probesAt(place, mutant.id, file));
    else if (range) everywhere.add(mutant.id);
  }
  for (const body of everywhere.size > 0 ? functionBodies(file) : [])
    for (const id of everywhere) insertions.push(...probesAt(body, id, file));
  return inserted(source, insertions);
}

const parsed = (source: string): ts.SourceFile =>
  ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);

/** Whether a source contains the name as a whole word. */
export const mentions = (source: string, name: string): boolean =>
  source.includes(name) && new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(source);

function inserted(source: string, insertions: readonly Insertion[]): string {
  let text = source;
  // Inserts from the end, so that earlier offsets stay valid. The sort is stable, so texts for the same place keep
  // their order.
  for (const { at, text: probe } of [...insertions].sort((one, other) => other.at - one.at))
    text = text.slice(0, at) + probe + text.slice(at);
  return insertions.length > 0 ? text + PROBE : text;
}

/** The smallest node that holds the range. */
function nodeAt(file: ts.SourceFile, start: number, end: number): ts.Node {
  let found: ts.Node = file;
  const visit = (node: ts.Node): void => {
    if (node.getStart(file) > start || node.end < end) return;
    found = node;
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(file, visit);
  return found;
}

/** The statement or function body that gets the probe for a node; none outside of functions. */
function placeOfProbe(node: ts.Node, file: ts.SourceFile): ts.Node | undefined {
  for (let at = node; at !== file; at = at.parent) {
    const { parent } = at;
    if (ts.isFunctionLike(parent)) {
      const body = 'body' in parent ? (parent.body as ts.Node | undefined) : undefined;
      if (body) return body;
    }
    const isInList = ts.isBlock(parent) || ts.isCaseOrDefaultClause(parent);
    if (ts.isStatement(at) && isInList && !ts.isFunctionDeclaration(at) && isInFunction(parent)) return at;
  }
  return undefined;
}

const isInFunction = (node: ts.Node | undefined): boolean =>
  node !== undefined && (ts.isFunctionLike(node) || isInFunction(node.parent));

function probesAt(place: ts.Node, id: string, file: ts.SourceFile): Insertion[] {
  const call = `__probe('${id}')`;
  const isBody = ts.isFunctionLike(place.parent);
  if (isBody && ts.isBlock(place)) return [{ at: place.getStart(file) + 1, text: `${call};` }];
  if (!isBody) return [{ at: place.getStart(file), text: `${call};` }];
  return [
    { at: place.getStart(file), text: `(${call}, ` },
    { at: place.end, text: ')' },
  ];
}

function functionBodies(file: ts.SourceFile): ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) found.push(node.body as ts.Node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** The exported names of the statements that depend on the one at an offset, itself included. */
function dependentNames(file: ts.SourceFile, at: number): string[] {
  const depending = new Set(file.statements.filter((one) => one.getStart(file) <= at && at < one.end));
  for (const statement of depending) {
    for (const name of namesOf(statement))
      for (const other of file.statements) if (mentions(other.getText(file), name)) depending.add(other);
  }
  return [...depending].filter(isExported).flatMap(namesOf);
}

const isExported = (statement: ts.Statement): boolean =>
  ts.canHaveModifiers(statement) &&
  (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
  const isNamed = ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement);
  return isNamed && statement.name ? [statement.name.text] : [];
}
