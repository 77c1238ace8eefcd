import { expect, it } from 'vitest';
import { CEILINGS_FILE } from './ceilings.js';
import { earlierCeilings } from './earlierCeilings.js';

interface Clone {
  /** Where the branch left the main one. */
  readonly fork?: string;
  readonly parent?: string;
  /** Whether the file differs from the last commit. */
  readonly isChanged?: boolean;
}

/** Reads ceilings that say which commit they are from. */
const readIn = ({ fork, parent, isChanged = false }: Clone, hasFile = true): unknown =>
  earlierCeilings((...args) => {
    const command = args.join(' ');
    if (command === 'rev-parse HEAD') return 'head';
    if (command === 'merge-base HEAD origin/main') return fork;
    if (command === `diff --quiet HEAD -- ${CEILINGS_FILE}`) return isChanged ? undefined : '';
    if (command === 'rev-parse --verify --quiet HEAD~1^{commit}') return parent;
    const [, commit] = new RegExp(`^show (\\w+):${CEILINGS_FILE}$`).exec(command) ?? [];
    return hasFile ? JSON.stringify({ from: commit }) : undefined;
  });

it.each<[string, Clone, string]>([
  ['where a branch left the main one', { fork: 'fork', parent: 'parent', isChanged: true }, 'fork'],
  ['of the last commit, if the file has changed since', { fork: 'head', parent: 'parent', isChanged: true }, 'head'],
  ['of the commit before', { fork: 'head', parent: 'parent' }, 'parent'],
  ['of the commit before, without a main branch', { parent: 'parent' }, 'parent'],
])('ceilings %s', (_, clone, commit) => expect(readIn(clone)).toEqual({ from: commit }));

it('there are none in a shallow clone, and no ceilings in a commit before the first', () => {
  expect(readIn({})).toBeUndefined();
  expect(readIn({ parent: 'parent' }, false)).toEqual({});
});
