import { wholeTokens } from 'linesman/program';

/** A number as people read it: with separators, and exact. */
const grouped = (text: string): string => text.replace(/(?<!\.\d*)\B(?=(\d{3})+(?!\d))/g, ',');

/** An amount in whole tokens, with separators. */
export const tokensText = (units: bigint, decimals: number): string => grouped(wholeTokens(units, decimals));
