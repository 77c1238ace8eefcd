import type { Edit } from './mutant.js';

const SWAPPED: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '==': '!=',
  '!=': '==',
  '&&': '||',
  '||': '&&',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '<<': '>>',
  '>>': '<<',
  '&': '|',
  '|': '&',
  true: 'false',
  false: 'true',
  checked_add: 'checked_sub',
  checked_sub: 'checked_add',
  wrapping_add: 'wrapping_sub',
  wrapping_sub: 'wrapping_add',
  min: 'max',
  max: 'min',
  any: 'all',
  all: 'any',
};
const swap = (text: string): string[] => [SWAPPED[text] ?? text];
const drop = (): string[] => [''];

/**
 * Faults as patterns over code without comments, strings and attributes. rustfmt puts spaces around operators but not
 * around the signs of types, so `a < b` is a comparison and `Vec<u8>` is not. A mutant that does not compile leaves the
 * list when it is tried.
 */
const PATTERNS: readonly (readonly [operator: string, pattern: RegExp, change: (text: string) => string[]])[] = [
  ['boundary', /(?<= )(?:<=?|>=?)(?= )/g, swap],
  ['equality', /(?<= )[=!]=(?= )/g, swap],
  ['logic', /(?<= )(?:&&|\|\|)(?= )/g, swap],
  ['arithmetic', /(?<= )[-+*/](?= )/g, swap],
  ['arithmetic', /\b(?:checked|wrapping)_(?:add|sub)\b/g, swap],
  ['bits', /(?<= )(?:<<|>>|&|\|)(?= )/g, swap],
  ['negation', /(?<=[ (])!(?=[a-z(])/g, drop],
  ['condition', /(?<=\bif )(?!let\b)[^{};]+(?= \{)/g, () => ['true', 'false']],
  ['boolean', /\b(?:true|false)\b/g, swap],
  ['number', /(?<![\w.'])\d[\d_]*(?:[iu](?:8|16|32|64|128|size))?(?!\w|\.\d|\s*\])/g, neighbours],
  ['method', /(?<=\.)(?:min|max|any|all)(?=\()/g, swap],
  [
    'statement',
    /(?<=\n {4,})(?!mark\b|msg!)(?:return [^;{}]+|[\w.:]+!?\([^;{}]*\)\??|[\w.*]+ [-+|&]?= [^;{}]+);(?=\n)/g,
    drop,
  ],
];

function neighbours(text: string): string[] {
  const [, digits = '', suffix = ''] = /^([\d_]+)(.*)$/.exec(text) ?? [];
  const value = Number(digits.replaceAll('_', ''));
  return [value + 1, value - 1].filter((each) => each >= 0).map((each) => `${each}${suffix}`);
}

/** Every small fault that may be planted in a Rust source: tests, attributes and texts are left out. */
export function rustEdits(source: string): Edit[] {
  const code = codeOf(source);
  return PATTERNS.flatMap(([operator, pattern, change]) =>
    [...code.matchAll(pattern)].flatMap(({ 0: text, index }) =>
      change(text).map((replacement) => ({ operator, start: index, end: index + text.length, text: replacement })),
    ),
  );
}

/** Comments, texts, attributes and imports. */
const NO_CODE = new RegExp(
  [
    /\/\/.*|\/\*[\s\S]*?\*\//,
    /b?"(?:\\.|[^"\\])*"|b?'(?:\\.|[^'\\])'/,
    /^ *#!?\[[\s\S]*?\]$|^ *(?:pub(?:\(\w+\))? )?use [^;]*;/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gm',
);

/** The source of the same length with spaces instead of comments, texts, attributes, imports and tests. */
function codeOf(source: string): string {
  const tests = source.search(/^#\[cfg\(test\)\]\nmod /m);
  const blank = (text: string): string => text.replace(/[^\n]/g, ' ');
  const code = (tests < 0 ? source : source.slice(0, tests)).replace(NO_CODE, blank);
  return code.padEnd(source.length);
}
