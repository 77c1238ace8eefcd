import { answer, ORACLE_KEY } from './accounts.js';
import { startChain } from './bankrun.js';
import { bet } from './bet.js';
import { oracleProgram, type Question, validate } from './validate.js';

/**
 * `npx tsx examples/anchor/main.ts`: a whole bet and every validation, on a chain in this process. `tests/bankrun`
 * settles a market with each of the answers.
 */

/** A question for each version of each kind of answer. */
const QUESTIONS: readonly [name: string, question: Question][] = [
  ['two-nil', { where: 'k1 - k2 == 2' }],
  ['final-win', { where: 'k1 - k2 > 0' }],
  ['final-win-v3', { where: 'k1 - k2 > 0 and k7 + k8 > 9' }],
  ['final-win-v4', { where: 'k1 - k2 > 2', oracleKey: ORACLE_KEY }],
  ['odds', {}],
  ['odds-v4', { oracleKey: ORACLE_KEY }],
  ['fixture', {}],
  ['fixture-batch', {}],
];

/** Anchor decodes a variant of an enum as an object with its name as the only key. */
const shown = (value: unknown): string =>
  typeof value === 'object' && value?.constructor === Object ? Object.keys(value).join() : String(value);

const provider = await startChain();
const { refusal, events, balances } = await bet(provider);
console.log(`the score at half-time is refused: ${refusal.number} ${refusal.code}`);
for (const { name, data } of events)
  console.log(
    name,
    Object.entries(data)
      .map(([key, value]) => `${key} ${shown(value)}`)
      .join(', '),
  );
console.log(`in the end Ann has ${balances.ann}, Ben ${balances.ben}, the vault ${balances.vault}`);

const oracle = oracleProgram(provider);
// A signed answer costs a credit. The oracle's admin gives the first hundred for free.
await oracle.methods.giftValidationCredits(1).accounts({ targetUser: provider.publicKey }).rpc();
for (const [name, question] of QUESTIONS)
  console.log(`${name} ${question.where ?? 'is published'}: ${await validate(oracle, answer(name), question)}`);
