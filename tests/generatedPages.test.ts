import { describe, it } from 'vitest';
import { costsParts } from '../tools/docs/costsPage.js';
import { errorParts } from '../tools/docs/errorPage.js';
import { statsParts } from '../tools/docs/statsPage.js';
import { trustParts } from '../tools/docs/trustPage.js';
import { expectGenerated } from './helpers/generatedParts.js';

/** Pages whose tables come from the code. `LINESMAN_WRITE=1` writes them. */

const PAGES = [
  ['docs/stats.md', statsParts],
  ['docs/errors.md', errorParts],
  ['docs/costs.md', costsParts],
  ['docs/trust.md', trustParts],
] as const;

describe.each(PAGES)('%s', (page, parts) => {
  it('has the tables of the code', () => {
    expectGenerated(new URL(`../${page}`, import.meta.url), parts());
  });
});
