import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Idl, Program } from '@coral-xyz/anchor';

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Writes the types of `anchor build` for the example with Anchor's client. Git ignores them. */
export function writeAnchorTypes(): void {
  for (const program of ['oracle', 'settlement']) {
    const path = at(`examples/anchor/types/${program}.ts`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, idlType(program));
  }
}

/** A program's IDL as a type with the names of Anchor's client. */
function idlType(program: string): string {
  const source = `programs/artifacts/${program}.json`;
  const idl = JSON.parse(readFileSync(at(source), 'utf8')) as Idl;
  const { idl: named } = new Program(idl, { connection: {} as never });
  const name = program.charAt(0).toUpperCase() + program.slice(1);
  const content = JSON.stringify(named, (key, value) => (key === 'docs' ? undefined : value), 2);
  return `/** Written by \`npm run build\` from ${source}. */\nexport type ${name} = ${content};\n`;
}
