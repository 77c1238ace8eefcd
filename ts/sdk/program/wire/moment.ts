import { struct, u32, type ValueOf } from '../borsh/codec.js';

export const moment = struct({ seconds: u32, slot: u32 });
/**
 * A moment of a chain: Unix seconds of its clock, and its slot. A stored one has the low 32 bits of the slot. After a
 * halt a chain's time jumps, while slots pass only as blocks are made; so a window takes as much of both.
 */
export type Moment = Readonly<ValueOf<typeof moment>>;
