import { chooseParlay } from '../action.js';
import { claimKind } from './claim.js';

export const claimParlay = claimKind('claim_parlay', 8, chooseParlay);
