/** Makes purchase transactions. */
export interface Quote {
  /**
   * A transaction that buys so many whole service tokens, signed by the backend admin, for the buyer to sign. Errors: 7084 no stablecoin
   * account, 7085 too little balance, 7068 the chain cannot be asked, 7062 an amount that the program cannot count or a buyer that cannot
   * sign, or that is the backend admin.
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
