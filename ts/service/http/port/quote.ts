/** Creates purchase transactions. */
export interface Quote {
  /**
   * A transaction that buys whole service tokens, signed by the backend admin, for the buyer to sign. Errors:
   * NO_STABLECOIN_ACCOUNT; BALANCE_TOO_LOW; CHAIN_NOT_REACHABLE; INVALID_PARAMETERS when the program cannot represent
   * the amount, or the buyer cannot sign or is the backend admin.
   */
  purchase(buyer: string, serviceAmount: number): Promise<PurchaseQuote>;
}

export interface PurchaseQuote {
  readonly transactionBase64: string;
  /** Whole units of the stablecoin: `serviceAmount / 1000`. */
  readonly baseStableCost: number;
  readonly feeStableAmount: number;
  readonly totalStableCharged: number;
}
