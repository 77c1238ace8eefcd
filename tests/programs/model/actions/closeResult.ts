import fc from 'fast-check';
import { closeResult as closeResultInstruction } from '../../../../ts/sdk/program/settlement/instructions.js';
import { type ResultTopic, topicName } from '../../resultModel.js';
import type { Answer } from '../../settlementModel.js';
import { actionKind, choose } from '../action.js';
import { PROGRAM, TOPICS, type World } from '../world.js';

export async function sendCloseResult(world: World, topic: ResultTopic, sender: string, predicted: Answer) {
  const payer = world.posters.find(({ name }) => name === sender);
  if (!payer) throw new Error(`nobody is called ${sender}`);
  const accounts = { payer: payer.publicKey, result: world.result(topic) };
  const instruction = closeResultInstruction.build(PROGRAM, accounts, {});
  await world.attempt('close_result', { topic }, predicted, [instruction], [payer]);
}

/**
 * Too early, or for another receiver, because a match is over long before its result can be closed. Draining closes
 * them.
 */
export const closeResult = actionKind(
  'close_result',
  1,
  fc.record({ topic: fc.nat(1_000), poster: fc.nat(1) }),
  async (world, { topic: number, poster }) => {
    const known = TOPICS.filter((topic) => world.model.results.has(topicName(topic)));
    const topic = choose(known.length > 0 && number % 8 > 0 ? known : TOPICS, Math.floor(number / 8));
    const sender = choose(world.posters, poster).name;
    await sendCloseResult(world, topic, sender, world.model.closeResult(topic, sender));
  },
);
