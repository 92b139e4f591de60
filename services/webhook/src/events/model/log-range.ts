/** Time from which events with certain names are included. */
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
  /** Record whose events are included. Absent for all records. */
  readonly resourceId?: string | undefined;
  /**
   * Times from which events are read, by name. Older events in the range were recorded late and are excluded. Absent to
   * read from the beginning.
   */
  readonly starts?: readonly LogStart[] | undefined;
}
