import { table } from '../docs/table.js';
import { type Measured, tablesOf } from './report.js';

/** The page of the figures, from the root. */
export const PAGE = 'docs/internals/size.md';

const HEAD = `# Size of the repository

Before you add something, see how large the repository is, and what must not grow without a reason.
\`npm run size -- --write\` writes this page; \`npm run size\` prints today's figures.

\`npm run size -- --check\`, a step of \`.ci/run\`, compares the sources with \`tools/size/ceilings.json\`. A change
that exceeds a ceiling removes something, or raises the ceiling and says why under "Unreleased" in the
[changelog](../../CHANGELOG.md), in a line such as "Ceiling of product lines raised to N: …".

Lines are those of source files, blank ones and comments included; \`tools/size/fileClass.ts\` says which file is
product, test or generated, and which is not counted. Generated sources are no part of the product's figure. Tracked
files are all that git has. An entrance is a name that a public entry of a package exports. A test file loads the
modules of this repository that its imports reach, without types. The module of conditions, \`condition.ts\`, stands
for those near the bottom, whose changes concern most tests.
`;

const FOOT = 'Next: [testing.md](testing.md) says what checks a change.\n';

/** The whole page. */
export const pageOf = (measured: Measured): string =>
  [HEAD, ...tablesOf(measured).map(({ title, head, rows }) => `## ${title}\n\n${table(head, rows)}`), FOOT].join('\n');
