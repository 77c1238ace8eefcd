import { readFileSync } from 'node:fs';

/** A guide of `docs` whose commands a test runs. Each block of commands begins with the place where they run. */
export interface Guide {
  readonly page: string;
  readonly blocks: readonly { readonly place: string; readonly commands: string }[];
}

/** The guides, and the places that their commands have, in the order in which these occur. */
export const GUIDES = {
  'attest.md': ['here', 'chain'],
  'deploy.md': ['here', 'chain', 'clone', 'build'],
  'first-bet.md': ['terminal 1', 'terminal 2', 'terminal 3'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export function readGuide(name: keyof typeof GUIDES): Guide {
  const page = readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
  const found = page.matchAll(/^```sh\n# (\w+(?: \d)?)\n([\s\S]*?)^```$/gm);
  return { page, blocks: [...found].map(([, place = '', commands = '']) => ({ place, commands })) };
}
