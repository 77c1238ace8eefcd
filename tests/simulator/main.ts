import { parseArgs } from 'node:util';
import { simulate } from './simulation.js';

const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' }, steps: { type: 'string' } } });
const began = performance.now();
const result = await simulate({ seed: values.seed, ...(values.steps && { steps: Number(values.steps) }) });
console.log(JSON.stringify(result, null, 1), Math.round(performance.now() - began), 'ms');
process.exitCode = result.violations.length > 0 ? 1 : 0;
process.exit();
