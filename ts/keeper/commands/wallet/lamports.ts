import { wholeTokens } from '../customer/wholeTokens.js';

/** Decimal places of SOL. */
export const SOL_DECIMALS = 9;

/** Lamports as SOL. */
export const solText = (lamports: number | bigint): string => wholeTokens(BigInt(lamports), SOL_DECIMALS);
