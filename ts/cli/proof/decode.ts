import { savedText } from '@linesman/sdk/internal/proof/savedText';
import { command } from '../command.js';
import { nameOf, readInput } from '../option/readInput.js';
import { argument, flag } from '../option/row.js';
import { EXIT } from '../terminal/exitCode.js';
import { jsonValue } from '../terminal/jsonValue.js';
import { json } from '../terminal/print.js';
import { outline } from './outline.js';

const HELP = `
DATA is hexadecimal, Base64 or Base58, as a node, an explorer or \`linesman encode\` prints it, alone or as the data of
one instruction in JSON.

Examples:
  $ linesman decode 00aa…
  $ linesman encode answer.json --where 'k1 > 0' | linesman decode - --json

Exit code: 0, or 2 if the data is not exactly an instruction of one of the two programs.`;

export const decodeCommand = command({
  about: 'Reads the data of an instruction of the oracle or the settlement program.',
  help: HELP,
  rows: { data: argument('<data>', 'the data; - for standard input'), json: flag('print JSON') },
  run: async ({ data, json: asJson }, terminal) => {
    const { decodeInstruction } = await import('@linesman/sdk/internal/program/decodeInstruction');
    const { bytesOfText } = await import('./bytesOfText.js');
    const text = data === '-' ? savedText(await readInput('-', terminal), nameOf('-')) : data;
    const bytes = bytesOfText(text.trim());
    const { program, name, args } = decodeInstruction(bytes);
    terminal.out(
      asJson
        ? json({ program, instruction: name, bytes: bytes.length, args })
        : `${name} (${program} program), ${bytes.length} bytes\n${outline(jsonValue(args))}`,
    );
    return EXIT.valid;
  },
});
