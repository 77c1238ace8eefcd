import type { Command } from 'commander';
import { EXIT } from '../exitCode.js';
import { jsonValue } from '../jsonValue.js';
import { outline } from '../outline.js';
import { print, printJson } from '../print.js';
import { readInput, textOf } from '../readInput.js';

const HELP = `
DATA is hexadecimal or Base64, as an explorer or \`linesman encode\` prints it.

Examples:
  $ linesman decode 00aa…
  $ linesman encode answer.json --where 'k1 > 0' | linesman decode - --json

Exit code: 0, or 2 when the data is no instruction of the two programs, to the byte.`;

export function addDecode(parent: Command): void {
  parent
    .command('decode')
    .summary('read instruction data')
    .description('Reads the data of an instruction of the oracle or the settlement program.')
    .argument('<data>', 'the data; - for standard input')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async (data: string, { json }: { json?: true }) => {
      const { decodeInstruction } = await import('../../program/index.js');
      const { bytesOfText } = await import('../bytesOfText.js');
      const text = data === '-' ? textOf(await readInput('-'), '-') : data;
      const bytes = bytesOfText(text.trim());
      const { program, name, args } = decodeInstruction(bytes);
      if (json) printJson({ program, instruction: name, bytes: bytes.length, args });
      else print(`${name} (${program} program), ${bytes.length} bytes\n${outline(jsonValue(args))}`.trimEnd());
      process.exitCode = EXIT.valid;
    });
}
