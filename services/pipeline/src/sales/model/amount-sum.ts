/** Sum of amounts in one currency. */
export interface AmountSum {
  readonly currency: string;
  /** `YYYY-MM`; empty for a sum that isn't grouped by month. */
  readonly month: string;
  /** Sum in the currency's smallest unit. */
  readonly units: bigint;
}

/** First and last day, `YYYY-MM-DD`, both inclusive. */
export interface DayRange {
  readonly start_date: string;
  readonly end_date: string;
}
