import { writeFileSync } from 'node:fs';
import { address } from '../../ts/sdk/program/address/address.js';
import { shippedProgramAt } from '../../ts/service/roots/chain/shippedProgram.js';

/** `writeProgramAt.ts PROGRAM ADDRESS FILE [0|3]`: writes the oracle or settlement program as built for the address. */
const [, , program, at = '', file = '', sbpf] = process.argv;
writeFileSync(file, shippedProgramAt(address(at), program === 'settlement' ? program : 'oracle', sbpf === '0' ? 0 : 3));
