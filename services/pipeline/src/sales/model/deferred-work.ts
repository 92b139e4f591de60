/** State of the jobs that invoice the instalments of a deal by date, and that notify an agent of an overdue invoice. */
export interface InvoicingState {
  /** Time zone of the workspace when the job was added, or a later one that an event reported. */
  readonly time_zone: string;
}

/** Position in a pass through the instalments that wait for the completion of a property. */
export interface CompletionWalk {
  readonly began: Date;
  /** Last instalment that was checked. */
  readonly after: string;
}
