import type { ActionKind } from '../action.js';
import { claim } from './claim.js';
import { close } from './close.js';
import { create } from './create.js';
import { finalise } from './finalise.js';
import { freeze } from './freeze.js';
import { gift } from './gift.js';
import { leave } from './leave.js';
import { settle } from './settle.js';
import { stake } from './stake.js';
import { sweep } from './sweep.js';
import { voidAction } from './void.js';
import { wait } from './wait.js';

/** Every kind of action. A new one is a file here and a line in this list. */
export const ACTIONS: readonly ActionKind[] = [
  create,
  stake,
  settle,
  finalise,
  voidAction,
  claim,
  sweep,
  close,
  gift,
  wait,
  freeze,
  leave,
];
