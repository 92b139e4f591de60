/** A lead as analytics counts it. */
export interface CountedLead {
  readonly source: string;
  readonly agent: string | null;
  readonly stage: string;
  readonly reason: string | null;
  /** Every stage that it was ever in. */
  readonly stages: ReadonlySet<string>;
}

/** A deal that is not cancelled, as analytics counts it. */
export interface CountedDeal {
  /** Of its lead. */
  readonly source: string;
  readonly agent: string | null;
  readonly unit: string | null;
  readonly value: number;
  readonly currency: string;
  readonly commission: number;
  readonly isPaid: boolean;
}

/** The records of a tenant from which its analytics follow. */
export interface CountedRecords {
  readonly leads: ReadonlyMap<string, CountedLead>;
  readonly liveDeals: readonly CountedDeal[];
  readonly unitCount: number;
}
