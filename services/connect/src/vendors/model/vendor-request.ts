import type { VendorFailureCode } from './vendor-failure.js';

/** Record that a request is about, such as an invoice. */
export interface Subject {
  readonly type: 'invoice' | 'hold' | 'lead' | 'connection' | 'document';
  readonly id: string;
}

/** A request to a vendor's API. */
export interface VendorRequest {
  /** Purpose of the request in the log of calls, such as `create payment link`. */
  readonly purpose: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  /** Never logged, because they contain the credentials. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | null;
  /** Statuses that count as success in addition to 2xx, such as 404 for a search. */
  readonly accepts?: readonly number[];
  /** Redacted excerpt of the request, for the log of calls. */
  readonly excerpt: string | null;
  readonly subject: Subject;
  /** Sends the request with a protocol other than HTTP. Rejects with a VendorFailure. */
  readonly exchange?: () => Promise<VendorAnswer>;
  /** `pdf`: the response is a file of at most 20 MiB, and its `body` is a Buffer. Otherwise the response is JSON. */
  readonly expects?: 'pdf';
  /** Whether the request is for a token. Then a refused request means refused credentials. */
  readonly isAuthentication?: boolean;
}

/** Successful response of a vendor. */
export interface VendorAnswer {
  readonly status: number;
  /** Parsed JSON. Undefined if a status in `accepts` came without JSON. */
  readonly body: unknown;
  readonly vendorRequestId: string | null;
}

/** Sends a request. Rejects with a VendorFailure unless an accepted response arrives in time. */
export type SendToVendor = (request: VendorRequest) => Promise<VendorAnswer>;

/** Rules for reading a vendor's responses. */
export interface VendorDialect {
  /** Name in messages, such as `Stripe`. */
  readonly title: string;
  /** The only hosts that requests may go to. */
  readonly hosts: readonly string[];
  /** Whether customers run the vendor's software themselves. Then requests may also be sent to any public host. */
  readonly isSelfHosted?: boolean;
  /** Response header that contains the request id, in lower case. */
  readonly requestIdHeader: string;
  /** Response fields that the log of calls may show. All others are left out. */
  readonly shownFields: ReadonlySet<string>;
  /** Maps the vendor's own error code. Returns null if the status is enough. */
  readonly classify?: (status: number, body: unknown) => VendorFailureCode | null;
}
