import { i64, option, struct } from '../../borsh/codec.js';
import { binaryExpression, path, scoresBatchSummary, traderPredicate } from '../../wire/hashedTypes.js';
import { statTerm } from '../../wire/statTerm.js';
import { defineInstruction } from '../define.js';

/** Tests a predicate on one proven stat, or on the sum or difference of two. Returns one byte: 1 true, 0 false. */
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
