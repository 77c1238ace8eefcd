import { i64, option, struct, u8 } from '../../borsh/codec.js';
import { statLeaf } from '../../wire/hashedTypes.js';
import { resultProof } from '../../wire/resultProof.js';
import { finalityPolicy } from '../../wire/terms.js';
import { defineInstruction } from '../define.js';

/**
 * Posts the facts of a proof to the result of its match. Anybody may send it; the payer pays for the account where it
 * is created or grows.
 */
export const postResult = defineInstruction({
  program: 'settlement',
  name: 'post_result',
  args: struct({ fixtureId: i64, sport: u8, finality: finalityPolicy, proof: resultProof, witness: option(statLeaf) }),
  accounts: [
    ['payer', 'ws'],
    ['result', 'w'],
    ['roots', ''],
    ['systemProgram', ''],
  ],
});
