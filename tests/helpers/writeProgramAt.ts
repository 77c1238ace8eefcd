import { writeFileSync } from 'node:fs';
import { address } from '../../ts/sdk/program/index.js';
import { shippedProgramAt } from '../../ts/service/roots/chain/index.js';

/** `writeProgramAt.ts ADDRESS FILE`: writes the oracle program as built for the address. */
const [, , at = '', file = ''] = process.argv;
writeFileSync(file, shippedProgramAt(address(at)));
