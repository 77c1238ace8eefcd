import { layoutByteOf } from '../../format/sport.js';
import { bySport } from '../../format/sports/sports.js';
import { words } from '../borsh/codec.js';

/** A sport, whose byte in accounts and arguments is that of its layout. */
export const sport = /* @__PURE__ */ words(/* @__PURE__ */ bySport(layoutByteOf));
