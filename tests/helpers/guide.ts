import { readFileSync } from 'node:fs';

/** A guide of `docs` whose commands a test runs. Each block of commands begins with the place where they run. */
export interface Guide {
  readonly page: string;
  readonly blocks: readonly { readonly place: string; readonly commands: string }[];
}

/** Reads a guide by the name of its file in `docs`. */
export function readGuide(name: string): Guide {
  const page = readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
  const found = page.matchAll(/^```sh\n# (\w+(?: \d)?)\n([\s\S]*?)^```$/gm);
  return { page, blocks: [...found].map(([, place = '', commands = '']) => ({ place, commands })) };
}
