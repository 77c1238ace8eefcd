import type { Command } from 'commander';
import { savedText } from '../../proof/savedText.js';
import { nameOf, readInput } from '../option/readInput.js';
import { EXIT } from '../terminal/exitCode.js';
import { jsonValue } from '../terminal/jsonValue.js';
import { json } from '../terminal/print.js';
import type { Terminal } from '../terminal/terminal.js';
import { outline } from './outline.js';

const HELP = `
DATA is hexadecimal, Base64 or Base58, as a node, an explorer or \`linesman encode\` prints it, alone or as the data of
one instruction in JSON.

Examples:
  $ linesman decode 00aa…
  $ linesman encode answer.json --where 'k1 > 0' | linesman decode - --json

Exit code: 0, or 2 if the data is not exactly an instruction of one of the two programs.`;

export function addDecode(parent: Command, terminal: Terminal, finish: (code: number) => void): void {
  parent
    .command('decode')
    .summary('read instruction data')
    .description('Reads the data of an instruction of the oracle or the settlement program.')
    .argument('<data>', 'the data; - for standard input')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async (data: string, flags: { json?: true }) => {
      const { decodeInstruction } = await import('../../program/index.js');
      const { bytesOfText } = await import('./bytesOfText.js');
      const text = data === '-' ? savedText(await readInput('-', terminal), nameOf('-')) : data;
      const bytes = bytesOfText(text.trim());
      const { program, name, args } = decodeInstruction(bytes);
      terminal.out(
        flags.json
          ? json({ program, instruction: name, bytes: bytes.length, args })
          : `${name} (${program} program), ${bytes.length} bytes\n${outline(jsonValue(args))}`,
      );
      finish(EXIT.valid);
    });
}
