import ts from 'typescript';
import type { Edit } from './mutant.js';

const OPERATORS: ReadonlyMap<ts.SyntaxKind, readonly [operator: string, text: string]> = new Map([
  [ts.SyntaxKind.LessThanToken, ['boundary', '<=']],
  [ts.SyntaxKind.LessThanEqualsToken, ['boundary', '<']],
  [ts.SyntaxKind.GreaterThanToken, ['boundary', '>=']],
  [ts.SyntaxKind.GreaterThanEqualsToken, ['boundary', '>']],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, ['equality', '!==']],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, ['equality', '===']],
  [ts.SyntaxKind.AmpersandAmpersandToken, ['logic', '||']],
  [ts.SyntaxKind.BarBarToken, ['logic', '&&']],
  [ts.SyntaxKind.PlusToken, ['arithmetic', '-']],
  [ts.SyntaxKind.MinusToken, ['arithmetic', '+']],
  [ts.SyntaxKind.AsteriskToken, ['arithmetic', '/']],
  [ts.SyntaxKind.SlashToken, ['arithmetic', '*']],
  [ts.SyntaxKind.PercentToken, ['arithmetic', '*']],
  [ts.SyntaxKind.PlusEqualsToken, ['arithmetic', '-=']],
  [ts.SyntaxKind.MinusEqualsToken, ['arithmetic', '+=']],
  [ts.SyntaxKind.LessThanLessThanToken, ['bits', '>>']],
  [ts.SyntaxKind.GreaterThanGreaterThanToken, ['bits', '<<']],
  [ts.SyntaxKind.GreaterThanGreaterThanGreaterThanToken, ['bits', '<<']],
  [ts.SyntaxKind.AmpersandToken, ['bits', '|']],
  [ts.SyntaxKind.BarToken, ['bits', '&']],
  [ts.SyntaxKind.CaretToken, ['bits', '|']],
]);

const METHODS: ReadonlyMap<string, string> = new Map([
  ['min', 'max'],
  ['max', 'min'],
  ['floor', 'ceil'],
  ['ceil', 'floor'],
  ['some', 'every'],
  ['every', 'some'],
]);

/** Calls and properties that only make texts, or only affect time and memory. Nothing in them is changed. */
const TEXT_CALLS = new Set([
  ...['log', 'debug', 'info', 'warn', 'error', 'describe', 'description', 'summary', 'option', 'requiredOption'],
  ...['argument', 'usage', 'addHelpText', 'fault', 'shown'],
]);
const TEXT_PROPERTIES = /^(?:description|summary|help|hint|said|examples|title|message|buckets)$/;
/** Calls whose object only fills the text of an error. */
const ERROR_CALLS = /^(?:fail|errorOf)$/;

/** Every small fault that may be planted in a TypeScript source: types, imports, logs and texts are left out. */
export function typescriptEdits(source: string): Edit[] {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
  const edits: Edit[] = [];
  const add: Add = (operator, place, text) => {
    const [start, end] = Array.isArray(place) ? place : [place.getStart(file), place.end];
    edits.push({ operator, start, end, text });
  };
  const visit = (node: ts.Node): void => {
    if (isLeftAlone(node)) return;
    editsAt(node, file, add);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return edits;
}

const isLeftAlone = (node: ts.Node): boolean =>
  ts.isTypeNode(node) ||
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isTypeParameterDeclaration(node) ||
  (ts.isCallExpression(node) && TEXT_CALLS.has(calledName(node))) ||
  (ts.isPropertyAssignment(node) && TEXT_PROPERTIES.test(node.name.getText())) ||
  (ts.isObjectLiteralExpression(node) && ts.isCallExpression(node.parent) && ERROR_CALLS.test(calledName(node.parent)));

function calledName({ expression }: ts.CallExpression): string {
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text;
  return ts.isIdentifier(expression) ? expression.text : '';
}

/** Adds an edit of a node, or of the text from one offset to another. */
type Add = (operator: string, place: ts.Node | [start: number, end: number], text: string) => void;

function editsAt(node: ts.Node, file: ts.SourceFile, add: Add): void {
  if (ts.isBinaryExpression(node)) {
    editsOfBinary(node, add);
  } else if (ts.isPrefixUnaryExpression(node)) {
    if (node.operator === ts.SyntaxKind.ExclamationToken) add('negation', node, node.operand.getText(file));
  } else if (ts.isIfStatement(node) || ts.isConditionalExpression(node)) {
    const condition = ts.isIfStatement(node) ? node.expression : node.condition;
    add('condition', condition, 'true');
    add('condition', condition, 'false');
  } else if (ts.isExpressionStatement(node)) {
    if (isDroppable(node.expression)) add('statement', node, ';');
  } else if (ts.isThrowStatement(node)) {
    add('statement', node, ';');
  } else if (ts.isReturnStatement(node)) {
    const { expression } = node;
    if (expression && ts.isCallExpression(expression) && calledName(expression) === 'fail') add('statement', node, ';');
  } else if (ts.isNumericLiteral(node) || ts.isBigIntLiteral(node)) {
    editsOfNumber(node, add);
  } else if (node.kind === ts.SyntaxKind.TrueKeyword) {
    add('boolean', node, 'false');
  } else if (node.kind === ts.SyntaxKind.FalseKeyword) {
    add('boolean', node, 'true');
  } else if (ts.isArrayLiteralExpression(node)) {
    if (!isAssigned(node)) editsOfItems('element', node.elements, file, add);
  } else if (ts.isObjectLiteralExpression(node)) {
    if (!isAssigned(node)) editsOfItems('property', node.properties, file, add);
  } else if (ts.isCallExpression(node)) {
    editsOfCall(node, file, add);
  }
}

function editsOfBinary({ left, operatorToken, right }: ts.BinaryExpression, add: Add): void {
  if (operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) {
    add('default', left.parent, left.getText());
    return;
  }
  const [operator, text] = OPERATORS.get(operatorToken.kind) ?? [];
  if (operator === undefined || text === undefined) return;
  // A `+` that joins texts is not changed.
  if (operator === 'arithmetic' && /['"`]/.test(left.getText() + right.getText())) return;
  add(operator, operatorToken, text);
}

/** `async` work and assignments are dropped, and so are calls for their side effect. */
const isDroppable = (expression: ts.Expression): boolean =>
  (ts.isCallExpression(expression) &&
    expression.expression.kind !== ts.SyntaxKind.SuperKeyword &&
    !TEXT_CALLS.has(calledName(expression))) ||
  ts.isAwaitExpression(expression) ||
  ts.isDeleteExpression(expression) ||
  ts.isPostfixUnaryExpression(expression) ||
  (ts.isBinaryExpression(expression) &&
    expression.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
    expression.operatorToken.kind <= ts.SyntaxKind.LastAssignment);

function editsOfNumber(node: ts.NumericLiteral | ts.BigIntLiteral, add: Add): void {
  const isNegative = ts.isPrefixUnaryExpression(node.parent) && node.parent.operator === ts.SyntaxKind.MinusToken;
  const suffix = ts.isBigIntLiteral(node) ? 'n' : '';
  const digits = node.getText().replaceAll('_', '').replace(/n$/, '');
  // Round numbers are limits and pauses, for which one more or less is just as good.
  if (Number(digits) > 1_000 || (Number(digits) > 20 && Number(digits) % 10 === 0)) return;
  const changed = (by: 1 | -1): string =>
    suffix ? `${BigInt(digits) + BigInt(by)}${suffix}` : `${Number(digits) + by}`;
  add('number', node, changed(1));
  if (Number(digits) > 0) add('number', node, changed(-1));
  else if (!isNegative) add('number', node, `(-1${suffix})`);
}

/** Whether a literal is a pattern on the left of an assignment. */
const isAssigned = (node: ts.Expression): boolean =>
  ts.isBinaryExpression(node.parent) &&
  node.parent.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
  node.parent.left === node;

/** Each variant lacks one of the items, if there is more than one item. */
function editsOfItems(operator: string, items: ts.NodeArray<ts.Node>, file: ts.SourceFile, add: Add): void {
  for (const [i, item] of items.entries()) {
    const [before, next] = [items[i - 1], items[i + 1]];
    if (isLeftAlone(item)) continue;
    if (next) add(operator, [item.getStart(file), next.getStart(file)], '');
    else if (before) add(operator, [before.end, item.end], '');
  }
}

function editsOfCall(node: ts.CallExpression, file: ts.SourceFile, add: Add): void {
  const { expression } = node;
  if (ts.isPropertyAccessExpression(expression)) {
    const other = METHODS.get(expression.name.text);
    if (other !== undefined) add('method', expression.name, other);
  }
  for (const [i, one] of node.arguments.entries()) {
    const other = node.arguments[i + 1];
    if (!other || !isVariable(one) || !isVariable(other)) continue;
    const between = file.text.slice(one.end, other.getStart(file));
    add('arguments', [one.getStart(file), other.end], other.getText(file) + between + one.getText(file));
  }
}

/** Whether an expression is a variable or a property. A name with two capital letters in a row is a constant. */
const isVariable = (node: ts.Expression): boolean =>
  (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node)) && !/[A-Z]{2}/.test(node.getText());
