/** Lead as analytics counts it. */
export interface CountedLead {
  readonly source: string;
  readonly agent: string | null;
  readonly stage: string;
  readonly reason: string | null;
  /** All stages that the lead has been in. */
  readonly stages: ReadonlySet<string>;
}

/** Deal that is not cancelled, as analytics counts it. */
export interface CountedDeal {
  /** Source of the deal's lead. */
  readonly source: string;
  readonly agent: string | null;
  readonly unit: string | null;
  readonly value: number;
  readonly currency: string;
  readonly commission: number;
  readonly isPaid: boolean;
}

/** Records of a tenant that its analytics are computed from. */
export interface CountedRecords {
  readonly leads: ReadonlyMap<string, CountedLead>;
  readonly liveDeals: readonly CountedDeal[];
  readonly unitCount: number;
}
