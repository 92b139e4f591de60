/** Record that a request is about, such as an invoice. */
export interface Subject {
  readonly type: 'invoice' | 'hold' | 'connection';
  readonly id: string;
}

/** A request to a vendor's API. */
export interface VendorRequest {
  /** Its purpose in the log of calls: `create payment link`. */
  readonly purpose: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  /** Contain the credentials, so they are never logged. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Redacted excerpt of the request, for the log of calls. */
  readonly excerpt: string | null;
  readonly subject: Subject;
}

/** A vendor's successful answer. */
export interface VendorAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly vendorRequestId: string | null;
}

/**
 * Sends a request. Rejects with a VendorFailure for anything but a 2xx answer in time, and with what the signal was
 * aborted with.
 */
export type SendToVendor = (request: VendorRequest) => Promise<VendorAnswer>;

/** How answers of a vendor are read. */
export interface VendorDialect {
  /** For messages: `Stripe`. */
  readonly title: string;
  /** The only hosts that requests may go to. */
  readonly hosts: readonly string[];
  /** Header with the id of the request, in lower case. */
  readonly requestIdHeader: string;
  /** Fields of answers that the log of calls may show. Everything else is left out. */
  readonly shownFields: ReadonlySet<string>;
}
