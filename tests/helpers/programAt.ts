import { readFileSync } from 'node:fs';
import { type Address, addressBytes } from '../../ts/linesman/program/index.js';
import { ORACLE } from './oracleBank.js';

const WORD = 8;

/**
 * The committed oracle program as a build with another `declare_id!` would be: tests have no key of the declared
 * address, and a build takes a minute. The address is in the constants once, and in code as words, each in the two
 * halves of a 64-bit load.
 */
export function oracleProgramAt(address: Address): Buffer {
  const program = readFileSync(new URL(`../../${ORACLE.path}`, import.meta.url));
  const [from, to] = [ORACLE.programId, address].map((one) => Buffer.from(addressBytes(one))) as [Buffer, Buffer];
  let replaced = 0;
  for (let word = 0; word < from.length; word += WORD) {
    for (let at = program.indexOf(from.subarray(word, word + 4)); at >= 0; ) {
      const rest = from.subarray(word + 4, word + WORD);
      for (const gap of [4, WORD])
        if (program.subarray(at + gap, at + gap + 4).equals(rest)) {
          to.copy(program, at, word, word + 4);
          to.copy(program, at + gap, word + 4, word + WORD);
          replaced++;
        }
      at = program.indexOf(from.subarray(word, word + 4), at + 4);
    }
  }
  if (replaced < 8) throw new Error(`the address is ${replaced} times in the program`);
  return program;
}
