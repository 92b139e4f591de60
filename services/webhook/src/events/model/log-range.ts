/** Time since when events with certain names are included. */
export interface LogStart {
  readonly events: readonly string[];
  readonly since: Date;
}

/** Part of the event log. */
export interface LogRange {
  /** Numbers of the first and the last event to read. */
  readonly from: number;
  readonly to: number;
  /** Names of the events to include. */
  readonly names: readonly string[];
  /** Record whose events to include; absent for all records. */
  readonly resourceId?: string | undefined;
  /**
   * Times since when events are read, by name. Older ones are left out, because they were recorded late. Absent to read
   * from the beginning.
   */
  readonly starts?: readonly LogStart[] | undefined;
}
