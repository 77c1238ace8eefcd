/** Extensions of a Token-2022 mint that decide how, and whether, its tokens can be sent. */
export interface MintExtensions {
  /**
   * The most that the mint may withhold from this many base units: the larger of its two fees, because either may
   * apply.
   */
  maxFee(amount: bigint): bigint;
  /** Whether new accounts are frozen. */
  readonly beginsFrozen: boolean;
  /** Why the token cannot be sent; `null` if it can. */
  readonly unsendable: 'not transferable' | 'transfer hook' | 'paused' | null;
}

/** Offset of the extensions: after the base, the padding up to the length of a token account, and the account type. */
const FIRST = 166;
const TRANSFER_FEE = 1;
/**
 * Offsets of the older and the newer fee, after two authorities and the withheld amount. Each fee: epoch, maximum in
 * base units, rate in hundredths of a percent.
 */
const FEES = [72, 90];
const MAX_FEE_OFFSET = 8;
const RATE_OF_FEE = 16;
const DEFAULT_STATE = 6;
const NON_TRANSFERABLE = 9;
const TRANSFER_HOOK = 14;
const PAUSABLE = 26;
const FROZEN = 2;
/** The program of a hook follows its authority; 32 zero bytes mean none. */
const HOOK_PROGRAM = 32;

/** Reads how the tokens of a mint can be sent. */
export function mintExtensionsOf(data: Uint8Array): MintExtensions {
  const found = new Map(entriesOf(data));
  const hook = found.get(TRANSFER_HOOK)?.subarray(HOOK_PROGRAM) ?? new Uint8Array();
  const pausing = found.get(PAUSABLE);
  return {
    maxFee: (amount) => maxFeeOf(found.get(TRANSFER_FEE), amount),
    beginsFrozen: found.get(DEFAULT_STATE)?.[0] === FROZEN,
    unsendable: found.has(NON_TRANSFERABLE)
      ? 'not transferable'
      : hook.some((byte) => byte !== 0)
        ? 'transfer hook'
        : pausing?.[32] === 1
          ? 'paused'
          : null,
  };
}

/** Rounds up, as the token program does. */
function maxFeeOf(config: Uint8Array | undefined, amount: bigint): bigint {
  if (config === undefined) return 0n;
  const view = new DataView(config.buffer, config.byteOffset, config.byteLength);
  const fees = FEES.map((at) => {
    const fee = (amount * BigInt(view.getUint16(at + RATE_OF_FEE, true)) + 9_999n) / 10_000n;
    const most = view.getBigUint64(at + MAX_FEE_OFFSET, true);
    return fee < most ? fee : most;
  });
  return fees.reduce((larger, fee) => (fee > larger ? fee : larger));
}

/** The type and value of each extension, up to the end or the first unused entry. */
function* entriesOf(data: Uint8Array): Generator<readonly [number, Uint8Array]> {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  for (let at = FIRST; at + 4 <= data.length; ) {
    const [type, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
    if (type === 0 || at + 4 + length > data.length) return;
    yield [type, data.subarray(at + 4, at + 4 + length)];
    at += 4 + length;
  }
}
