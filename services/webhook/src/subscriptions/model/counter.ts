/** Counts of a subscription's deliveries by status. `id` is the subscription's id. */
export interface Counter {
  readonly id: string;
  readonly version: number;
  readonly successful: number;
  readonly failed: number;
  /** When the last attempt began; null before the first. */
  readonly last_triggered: Date | null;
}

/** Difference that recorded attempts add to a counter. */
export interface CounterChange {
  readonly successful: number;
  readonly failed: number;
  readonly last_triggered: Date;
}
