import { i64, option, struct } from '../../borsh/codec.js';
import { binaryExpression, path, scoresBatchSummary, traderPredicate } from '../../wire/hashedTypes.js';
import { statTerm } from '../../wire/statTerm.js';
import { defineInstruction } from '../define.js';

/** Whether a predicate holds for one proven stat, or for the sum or difference of two. Returns one byte, 1 or 0. */
export const validateStat = defineInstruction({
  program: 'oracle',
  name: 'validate_stat',
  args: struct({
    ts: i64,
    fixtureSummary: scoresBatchSummary,
    fixtureProof: path,
    mainTreeProof: path,
    predicate: traderPredicate,
    statA: statTerm,
    statB: option(statTerm),
    op: option(binaryExpression),
  }),
  accounts: [['dailyScoresMerkleRoots', '']],
});
