import type { GivenFiles } from './subject.js';
import { readContent } from './subject.js';

/** A finished match, 2 - 0, where the guests' goals are proven by the zero map; and the roots of its day. */
const PROOF = new URL('../../../../examples/proofs/two-nil.json', import.meta.url);
const ROOTS = new URL('../../../../examples/roots/scores.json', import.meta.url);

/** The example that comes with the page. */
export async function readExample(): Promise<GivenFiles> {
  const [proof, roots] = await Promise.all(
    [PROOF, ROOTS].map(async (address) => {
      const response = await fetch(address);
      const name = address === PROOF ? 'two-nil.json' : 'scores.json';
      return readContent(new Uint8Array(await response.arrayBuffer()), name);
    }),
  );
  return { ...roots, ...proof, question: { sport: 'soccer', where: 'k1 - k2 > 0', oracleKey: '' } };
}
