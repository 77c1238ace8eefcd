/** Makes purchase transactions. */
export interface Quote {
  /**
   * A transaction that buys so many whole service tokens, signed by the backend admin, for the buyer to sign. Errors:
   * NO_STABLECOIN_ACCOUNT no stablecoin account, BALANCE_TOO_LOW too little balance, CHAIN_NOT_REACHABLE the chain
   * cannot be asked, INVALID_PARAMETERS an amount that the program cannot count or a buyer that cannot sign, or that is
   * the backend admin.
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
