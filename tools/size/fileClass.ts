/** What the lines of a file count as. */
export type FileClass = 'product' | 'tests' | 'generated' | 'not counted';

export interface Rule {
  readonly is: FileClass;
  readonly path: RegExp;
  readonly why: string;
}

const SOURCES = String.raw`\.(ts|tsx|mjs|cjs|js|jsx|rs|py|sh|go|ll|sql|css|html)$`;
const DATA = String.raw`(\.(md|txt|json|jsonc|jsonl|ndjson|hex|toml|lock|ya?ml|svg|png|so)|/\.?gitignore)$`;

/**
 * The definition of the figures: every line of every source file, blank lines and comments included. Tools, benchmarks
 * and examples count as product, because they are maintained like it; unit tests inside a Rust file count as that file.
 * The first rule that fits a path decides. A file in a new folder or with a new ending fits none, which is an error.
 */
export const RULES: readonly Rule[] = [
  { is: 'generated', path: /^ts\/[^/]+\/proof\/rules\/table\.ts$/, why: 'the rules of the crate, for TypeScript' },
  {
    is: 'generated',
    path: /^crates\/wire\/(src\/call|tests\/calls)\/(oracle|settlement)\.rs$/,
    why: 'calls in Rust, and their table',
  },
  { is: 'tests', path: new RegExp(`^(tests|fuzz)/.+${SOURCES}`), why: 'folders of tests' },
  { is: 'tests', path: new RegExp(`^(crates|programs)/[^/]+/tests/.+${SOURCES}`), why: 'tests of the crates' },
  { is: 'tests', path: /^(ts|tools|examples)\/.+\.test\.ts$/, why: 'tests beside their sources' },
  { is: 'tests', path: /^tools\/[^/]+\/(test_[^/]+\.py|selftest\.sh|selftest\/.+\.(ts|rs))$/, why: 'of the toolchain' },
  { is: 'tests', path: /^vitest\.config\.ts$/, why: 'how tests run' },
  {
    is: 'product',
    path: new RegExp(`^(ts|crates|programs|migrations|tools|bench|examples)/.+${SOURCES}`),
    why: 'what is left of these folders',
  },
  { is: 'product', path: /^(\.ci\/[\w.]+|tools\/sbf\/sbf-ld)$/, why: 'scripts, some without an ending' },
  {
    is: 'not counted',
    path: /^(docs|etc|deploy|\.github|\.cargo|\.devcontainer|\.vscode)\//,
    why: 'documents, reports of exports, settings',
  },
  { is: 'not counted', path: /^programs\/artifacts\/[A-Z\d]+$|\/artifacts\/SHA256SUMS$/, why: 'of compiled programs' },
  {
    is: 'not counted',
    path: new RegExp(`^(ts|crates|programs|migrations|tools|bench|examples|tests|fuzz)/.*${DATA}`),
    why: 'documents and data',
  },
  {
    is: 'not counted',
    path: /^([^/]+\.(md|txt|jsonc?|toml|lock|yaml)|Dockerfile|LICENSE|\.(npmrc|(git|docker)ignore|editorconfig))$/,
    why: 'documents and settings of the root',
  },
];

/** Undefined for a file that no rule names. */
export const classOf = (path: string): FileClass | undefined => RULES.find((rule) => rule.path.test(path))?.is;
