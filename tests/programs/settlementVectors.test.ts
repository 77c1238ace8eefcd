import { beforeAll, describe, expect, it } from 'vitest';
import { OUTSIDE_TIME_BOUNDS } from '../../ts/sdk/error/codes/settlement.js';
import { ZERO_ADDRESS } from '../../ts/sdk/program/address/runtime.js';
import { compile } from '../../ts/sdk/program/transaction/compile.js';
import { TRANSACTION_LIMIT } from '../../ts/sdk/program/transaction/size.js';
import type { LiteBank } from '../helpers/liteBank.js';
import { forward } from '../helpers/proxy.js';
import type { CompactVector } from '../vectors/compactVector.js';
import { readCompactCorpus } from '../vectors/corpus.js';
import { judgeCompact, settlementBank } from './compactJudge.js';

/** The settlement program gives every compact-form vector the outcome or error of the corpus. */

const BEFORE_1970 = 'compact-compact-time-negative';
let bank: LiteBank;

beforeAll(() => {
  bank = settlementBank();
});

const judge = (vector: CompactVector) =>
  judgeCompact(bank, vector, (instruction) => {
    const { size } = compile(ZERO_ADDRESS, [instruction], ZERO_ADDRESS);
    return bank.send([size > TRANSACTION_LIMIT ? forward(bank, instruction) : instruction]);
  });

describe('settle with the compact form', () => {
  it.each(readCompactCorpus().map((vector) => [vector.name, vector.about, vector] as const))(
    '%s: %s',
    async (_, __, vector) => {
      // Its time is outside the bounds of every market, and bounds are compared before the proof is verified.
      const isBefore = vector.name === BEFORE_1970;
      expect(await judge(vector)).toEqual(isBefore ? { error: OUTSIDE_TIME_BOUNDS } : vector.expect.settlement);
    },
  );
});
