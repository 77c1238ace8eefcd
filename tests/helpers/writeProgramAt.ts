import { writeFileSync } from 'node:fs';
import { address } from '../../ts/sdk/program/address/address.js';
import { shippedProgramAt } from '../../ts/service/roots/chain/shippedProgram.js';

/** `writeProgramAt.ts ADDRESS FILE`: writes the oracle program as built for the address. */
const [, , at = '', file = ''] = process.argv;
writeFileSync(file, shippedProgramAt(address(at)));
