/** State of the job that invoices the instalments of a deal by date. */
export interface InvoicingState {
  /** Time zone of the workspace at the sale, unless an event has told a later one. */
  readonly time_zone: string;
}

/** A walk through the instalments that wait for the completion of a property. */
export interface CompletionWalk {
  readonly began: Date;
  /** Last instalment that was checked. */
  readonly after: string;
}
