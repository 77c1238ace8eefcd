import { wholeTokens } from '@linesman/sdk/program';

/** An amount in whole tokens, exactly and with separators. */
export function tokensText(units: bigint, decimals: number): string {
  const [whole = '', ...fraction] = wholeTokens(units, decimals).split('.');
  return [BigInt(whole).toLocaleString('en-GB'), ...fraction].join('.');
}
