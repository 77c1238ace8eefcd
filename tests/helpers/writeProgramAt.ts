import { writeFileSync } from 'node:fs';
import { address } from '../../ts/sdk/program/address/address.js';
import { shippedProgramAt } from '../../ts/service/roots/chain/shippedProgram.js';

/** `writeProgramAt.ts PROGRAM ADDRESS FILE [next]`: a program as built for the address; `next`: in other words. */
const [, , program, at = '', file = '', version] = process.argv;
const bytes = shippedProgramAt(address(at), program === 'settlement' ? program : 'oracle');
if (version === 'next') bytes.write('LINESMAN', bytes.indexOf('Linesman'));
writeFileSync(file, bytes);
