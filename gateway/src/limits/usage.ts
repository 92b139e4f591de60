/** How much of a limit is used in its current window. */
export interface Usage {
  /** Null is unlimited. */
  readonly limit: number | null;
  readonly used: number;
  /** When the window ends, in milliseconds since the epoch. */
  readonly resetsAt: number;
}

/** What a workspace has used of its plan, the request itself included. */
export interface PlanUsage {
  readonly minute: Usage;
  readonly day: Usage;
}
