import { fail, INVALID_PRIORITY_FEE } from '@linesman/sdk/error';
import { checkValue, type OptionKind } from '@linesman/sdk/internal/format/checkOptions';
import { AMOUNT, integerOf } from '@linesman/sdk/internal/format/optionKinds';
import type { Address } from '@linesman/sdk/program';
import type { KeeperChain } from './keeperChain.js';

/**
 * A priority fee in micro-lamports per compute unit: fixed, or a percentile (1 to 100) of the fees recently paid for
 * the same accounts, up to a limit.
 */
export type PriorityFee =
  | { readonly kind: 'fixed'; readonly microLamports: bigint }
  | { readonly kind: 'percentile'; readonly percentile: number; readonly limit: bigint };

const PERCENTILE = integerOf(1, 100);

export const PRIORITY_FEE: OptionKind = {
  expected: 'a priority fee, as priorityFeeOf reads it',
  fits: (value) => {
    const fee = value as { readonly [name: string]: unknown } | null | undefined;
    if (fee?.kind === 'fixed') return AMOUNT.fits(fee.microLamports);
    return fee?.kind === 'percentile' && PERCENTILE.fits(fee.percentile) && AMOUNT.fits(fee.limit);
  },
};

/**
 * The limit of a percentile fee, because others can drive up recently paid fees. Micro-lamports per compute unit.
 */
export const DEFAULT_FEE_LIMIT = 1_000_000n;

/**
 * Parses a priority fee: `1000` is fixed, `p75` a percentile. Errors: INVALID_PRIORITY_FEE; WRONG_OPTION for an invalid
 * limit.
 *
 * @example
 * ```ts
 * import { priorityFeeOf } from '@linesman/keeper';
 *
 * priorityFeeOf('1000'); // { kind: 'fixed', microLamports: 1000n }
 * priorityFeeOf('p75'); // { kind: 'percentile', percentile: 75, limit: 1000000n }
 * ```
 */
export function priorityFeeOf(text: string, limit = DEFAULT_FEE_LIMIT): PriorityFee {
  checkValue('priorityFeeOf', 'limit', limit, AMOUNT);
  const percentile = /^p(\d{1,3})$/.exec(text)?.[1];
  if (percentile !== undefined && Number(percentile) >= 1 && Number(percentile) <= 100)
    return { kind: 'percentile', percentile: Number(percentile), limit };
  if (/^\d{1,12}$/.test(text)) return { kind: 'fixed', microLamports: BigInt(text) };
  return fail(INVALID_PRIORITY_FEE, { text });
}

/**
 * The fee for a transaction that writes these accounts, in micro-lamports per compute unit. Errors: MISSING_OPTION and
 * WRONG_OPTION of `fee`.
 *
 * @example
 * ```ts
 * import type { Address, RpcNode } from '@linesman/sdk/program';
 * import { currentFee, priorityFeeOf } from '@linesman/keeper';
 *
 * declare const node: RpcNode;
 * declare const market: Address;
 * const microLamportsPerUnit = await currentFee(priorityFeeOf('p75'), node, [market]);
 * ```
 */
export async function currentFee(
  fee: PriorityFee,
  chain: Pick<KeeperChain, 'recentFees'>,
  writable: readonly Address[],
): Promise<bigint> {
  checkValue('currentFee', 'fee', fee, PRIORITY_FEE);
  if (fee.kind === 'fixed') return fee.microLamports;
  const paid = [...(await chain.recentFees(writable))].sort((a, b) => a - b);
  const value = BigInt(paid[Math.ceil((paid.length * fee.percentile) / 100) - 1] ?? 0);
  return value < fee.limit ? value : fee.limit;
}
