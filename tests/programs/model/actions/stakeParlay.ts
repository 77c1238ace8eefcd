import { stakeParlay as stakeParlayInstruction } from '../../../../ts/linesman/program/index.js';
import { chooseParlay } from '../action.js';
import { PROGRAM } from '../world.js';
import { stakeKind } from './stake.js';

export const stakeParlay = stakeKind('stake_parlay', 10, chooseParlay, (parlay, addresses, args) =>
  stakeParlayInstruction.build(PROGRAM, { parlay, ...addresses }, args),
);
