/** Time since when events with these names are included. */
export interface LogStart {
  readonly events: readonly string[];
  readonly since: Date;
}

/** Part of the event log. */
export interface LogRange {
  /** Numbers of the first and the last event to read. */
  readonly from: number;
  readonly to: number;
  /** Only these events. */
  readonly names: readonly string[];
  /** Only events of this record. */
  readonly resourceId?: string | undefined;
  /**
   * Time since when events with these names are read: earlier ones were recorded late. From the beginning when absent.
   */
  readonly starts?: readonly LogStart[] | undefined;
}
