import type { ActionKind } from '../action.js';
import { attest } from './attest.js';
import { bufferClose } from './bufferClose.js';
import { bufferCreate } from './bufferCreate.js';
import { bufferTerms } from './bufferTerms.js';
import { bufferWrite } from './bufferWrite.js';
import { claim } from './claim.js';
import { close } from './close.js';
import { closeAttestation } from './closeAttestation.js';
import { closeResult } from './closeResult.js';
import { create } from './create.js';
import { createFromBuffer } from './createFromBuffer.js';
import { createParlay } from './createParlay.js';
import { finalise } from './finalise.js';
import { finaliseMany } from './finaliseMany.js';
import { freeze } from './freeze.js';
import { gift } from './gift.js';
import { hedge } from './hedge.js';
import { leave } from './leave.js';
import { mintExtension } from './mintExtension.js';
import { mintMetadata } from './mintMetadata.js';
import { postResult } from './postResult.js';
import { proposeVoid } from './proposeVoid.js';
import { renounce } from './renounce.js';
import { settle } from './settle.js';
import { settleFromBuffer } from './settleFromBuffer.js';
import { settleMany } from './settleMany.js';
import { settleParlay } from './settleParlay.js';
import { stake } from './stake.js';
import { sweep } from './sweep.js';
import { voidAction } from './void.js';
import { wait } from './wait.js';

/** Every kind of action. A new one is a file here and a line in this list. */
export const ACTIONS: readonly ActionKind[] = [
  create,
  stake,
  settle,
  settleFromBuffer,
  proposeVoid,
  finalise,
  attest,
  postResult,
  settleMany,
  finaliseMany,
  closeResult,
  closeAttestation,
  voidAction,
  claim,
  sweep,
  close,
  createParlay,
  settleParlay,
  bufferCreate,
  bufferTerms,
  createFromBuffer,
  bufferWrite,
  bufferClose,
  gift,
  wait,
  freeze,
  leave,
  hedge,
  mintMetadata,
  mintExtension,
  renounce,
];
