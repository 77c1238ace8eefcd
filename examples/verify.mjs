import { readFileSync } from 'node:fs';
import { parseCondition, parseProof, strategyOf, verify } from '@linesman/sdk';

const example = (file) => readFileSync(`node_modules/@linesman/sdk/examples/${file}`, 'utf8');
const proof = parseProof(example('proofs/final-win.json')); // the answer as the service sent it
const rootsAccount = Buffer.from(JSON.parse(example('roots/scores.json')).data, 'base64'); // fetchRoots reads a chain
const strategy = strategyOf(parseCondition('k1 - k2 > 0'), [1, 2]); // did the first team score more goals?
const { verdict, final, published } = verify(proof, { sport: 'soccer', rootsAccount, strategy });
console.log({ verdict, final, published }); // all true: the condition holds, the match is over, the root is on chain
