import ts from 'typescript';
import type { TextFile } from './textFile.js';

/**
 * The modules that a file loads, as it names them: at once and, if asked, on demand by a literal. `import { type X }`
 * is among them, because `verbatimModuleSyntax` leaves an import of the module; `import type` is not.
 */
export function importsOf({ path, text }: TextFile, { onDemand }: { readonly onDemand: boolean }): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const found: string[] = [];
  const add = (name: ts.Expression | undefined): void => {
    if (name && ts.isStringLiteralLike(name)) found.push(name.text);
  };
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement) && statement.importClause?.phaseModifier !== ts.SyntaxKind.TypeKeyword)
      add(statement.moduleSpecifier);
    if (ts.isExportDeclaration(statement) && !statement.isTypeOnly) add(statement.moduleSpecifier);
  }
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) add(node.arguments[0]);
    ts.forEachChild(node, visit);
  };
  // Few files have one, and only a walk through the whole tree finds it.
  if (onDemand && /\bimport\s*\(/.test(text)) visit(source);
  return found;
}
