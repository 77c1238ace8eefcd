import { readFileSync } from 'node:fs';
import { type Address, addressBytes, LOCALNET_PROGRAM_IDS } from '@linesman/sdk/program';
import { ARTIFACTS } from '../../shippedFiles.js';

const WORD = 8;
/** In an instruction that loads 64 bits, the second half is 8 bytes after the first; among constants, 4. */
const GAPS = [4, WORD];

/**
 * A program of this package, patched to declare `address`, for trials without a compiler. It is not a
 * reproducible build, because the source does not compile to these bytes. The declared address occurs once among the
 * constants, and in code as words, each split into the two halves of a load.
 */
export function shippedProgramAt(
  address: Address,
  kind: keyof typeof LOCALNET_PROGRAM_IDS = 'oracle',
  sbpf: 0 | 3 = 3,
): Buffer {
  const program = readFileSync(new URL(sbpf === 0 ? `${kind}-v0.so` : `${kind}.so`, ARTIFACTS));
  const [from, to] = [LOCALNET_PROGRAM_IDS[kind], address].map((one) => Buffer.from(addressBytes(one))) as [
    Buffer,
    Buffer,
  ];
  for (let word = 0; word < from.length; word += WORD) {
    const [half, rest] = [from.subarray(word, word + 4), from.subarray(word + 4, word + WORD)];
    for (let at = program.indexOf(half); at >= 0; at = program.indexOf(half, at + 4))
      for (const gap of GAPS)
        if (program.subarray(at + gap, at + gap + 4).equals(rest)) {
          to.copy(program, at, word, word + 4);
          to.copy(program, at + gap, word + 4, word + WORD);
        }
  }
  return program;
}
