import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { sourcesByName } from '../../tools/build/sources.js';
import { generatedPart } from '../helpers/generatedParts.js';

/**
 * Every public function of `linesman` has an `@example`: a fenced `ts` block that imports by package name and compiles
 * as a separate module. It declares its inputs with `declare const`.
 */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** `cli` and `internal` serve our own packages; the root only names again what other entries export. */
const NOT_PUBLIC = ['@linesman/sdk'];
const ENTRIES = [...sourcesByName()].filter(
  ([name]) => /^@linesman\/(sdk|react)(\/|$)/.test(name) && !NOT_PUBLIC.includes(name),
);

const { options } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(`${ROOT}tsconfig.json`, ts.sys.readFile).config,
  ts.sys,
  ROOT,
);

interface PublicFunction {
  /** Entry and name: `@linesman/sdk/merkle fold`. */
  readonly name: string;
  readonly examples: readonly string[];
}

/** Both programs below share the parsed sources. */
const host = ts.createCompilerHost(options);
const parsed = new Map<string, ts.SourceFile | undefined>();
const { fileExists, readFile, getSourceFile } = host;
host.getSourceFile = (path, ...rest) => {
  if (!parsed.has(path)) parsed.set(path, getSourceFile(path, ...rest));
  return parsed.get(path);
};

function publicFunctions(): readonly PublicFunction[] {
  const program = ts.createProgram(
    ENTRIES.map(([, source]) => fileURLToPath(source)),
    options,
    host,
  );
  const checker = program.getTypeChecker();
  return ENTRIES.flatMap(([entry, source]) => {
    const file = program.getSourceFile(fileURLToPath(source));
    const module = file && checker.getSymbolAtLocation(file);
    if (file === undefined || module === undefined) throw new Error(`${entry} is not a module`);
    return checker.getExportsOfModule(module).flatMap((exported) => {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      if (!(symbol.flags & (ts.SymbolFlags.Function | ts.SymbolFlags.Variable))) return [];
      if (checker.getTypeOfSymbolAtLocation(symbol, file).getCallSignatures().length === 0) return [];
      // Re-exported functions of a dependency are documented there.
      if (symbol.valueDeclaration?.getSourceFile().fileName.includes('/node_modules/')) return [];
      const tags = symbol.getJsDocTags(checker).filter((tag) => tag.name === 'example');
      return [{ name: `${entry} ${exported.name}`, examples: tags.map((tag) => ts.displayPartsToString(tag.text)) }];
    });
  });
}

/** The code between the fences; empty without fences. */
const codeOf = (example: string): string => /^```ts\n(.*)\n```$/s.exec(example.trim())?.[1] ?? '';

/** Compiler diagnostics per example. Each one is a separate module and imports by package name. */
function diagnosticsOf(sources: ReadonlyMap<string, string>): ReadonlyMap<string, readonly string[]> {
  host.fileExists = (path) => sources.has(path) || fileExists(path);
  host.readFile = (path) => sources.get(path) ?? readFile(path);
  for (const [path, code] of sources)
    parsed.set(
      path,
      ts.createSourceFile(path, code, {
        languageVersion: ts.ScriptTarget.ES2022,
        impliedNodeFormat: ts.ModuleKind.ESNext,
      }),
    );
  const program = ts.createProgram([...sources.keys()], { ...options, noEmit: true }, host);
  return new Map(
    [...sources.keys()].map((path) => {
      const file = program.getSourceFile(path);
      const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
      return [path, found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))];
    }),
  );
}

/** The names of the root that exist at run time, each with whether its declaration has an example. */
function rootNames(): ReadonlyMap<string, boolean> {
  const path = fileURLToPath(sourcesByName().get('@linesman/sdk') as URL);
  const program = ts.createProgram([path], options, host);
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(path) as ts.SourceFile) as ts.Symbol;
  const symbols = checker
    .getExportsOfModule(module)
    .map((one) => [one.name, one.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(one) : one] as const);
  return new Map(
    symbols
      .filter(([, symbol]) => symbol.flags & ts.SymbolFlags.Value)
      .map(([name, symbol]) => [name, symbol.getJsDocTags(checker).some((tag) => tag.name === 'example')]),
  );
}

const FUNCTIONS = publicFunctions();
const EXAMPLES = FUNCTIONS.flatMap(({ name, examples }) =>
  examples.map((example, at) => ({
    name,
    code: codeOf(example),
    path: `${ROOT}example/${name.replace(/\W/g, '.')}.${at}.mts`,
  })),
);

describe('public functions', () => {
  it('exist in every entry', () => {
    for (const [entry] of ENTRIES)
      expect([entry, FUNCTIONS.some(({ name }) => name.startsWith(`${entry} `))]).toEqual([entry, true]);
  });

  it('have an example', () => {
    const without = FUNCTIONS.filter(({ examples }) => examples.length === 0).map(({ name }) => name);
    expect(without).toEqual([]);
  });
});

describe('the names of the root', () => {
  const names = rootNames();

  it('are those that the README lists', () => {
    const part = generatedPart(readFileSync(`${ROOT}ts/sdk/README.md`, 'utf8'), 'root');
    const listed = part
      .split('\n')
      .flatMap((row) => [...(row.split('|')[2] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name));
    expect(listed.sort()).toEqual([...names.keys()].sort());
  });

  it('have an example', () => {
    expect([...names].filter(([, hasExample]) => !hasExample)).toEqual([]);
  });
});

describe('examples', () => {
  const diagnostics = diagnosticsOf(new Map(EXAMPLES.map(({ path, code }) => [path, code])));

  it.each(EXAMPLES)('$name compiles, imported from its entry', ({ name, code, path }) => {
    const [entry, called] = name.split(' ');
    expect(code).toContain(`from '${entry}'`);
    expect(code.match(new RegExp(`\\b${called}\\b`, 'g'))?.length).toBeGreaterThan(1);
    expect(diagnostics.get(path)).toEqual([]);
  });
});
