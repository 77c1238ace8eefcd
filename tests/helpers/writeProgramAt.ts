import { writeFileSync } from 'node:fs';
import { address } from '../../ts/sdk/program/address/address.js';
import { shippedProgramAt } from '../../ts/service/roots/chain/shippedProgram.js';

/** `writeProgramAt.ts PROGRAM ADDRESS FILE [WORD]`: writes a program as built for the address, and the word behind it. */
const [, , program, at = '', file = '', word = ''] = process.argv;
const bytes = shippedProgramAt(address(at), program === 'settlement' ? program : 'oracle');
writeFileSync(file, Buffer.concat([bytes, Buffer.from(word)]));
