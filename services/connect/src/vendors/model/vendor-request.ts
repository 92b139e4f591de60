import type { VendorFailureCode } from './vendor-failure.js';

/** Record that a request is about, such as an invoice. */
export interface Subject {
  readonly type: 'invoice' | 'hold' | 'lead' | 'connection' | 'document';
  readonly id: string;
}

/** A request to a vendor's API. */
export interface VendorRequest {
  /** Its purpose in the log of calls: `create payment link`. */
  readonly purpose: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  /** Contain the credentials, so they are never logged. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | null;
  /** Statuses besides 2xx that are an answer and not a failure, such as 404 for a search. */
  readonly accepts?: readonly number[];
  /** Redacted excerpt of the request, for the log of calls. */
  readonly excerpt: string | null;
  readonly subject: Subject;
  /** Carries the request out by another protocol than HTTP. Rejects with a VendorFailure. */
  readonly exchange?: () => Promise<VendorAnswer>;
  /** `pdf`: the answer is a file of at most 20 MiB, and `body` of the answer is a Buffer. JSON otherwise. */
  readonly expects?: 'pdf';
  /** Whether it asks for a token, so that a refused request means refused credentials. */
  readonly isAuthentication?: boolean;
}

/** A vendor's answer that isn't a failure. */
export interface VendorAnswer {
  readonly status: number;
  /** Parsed JSON; undefined when an accepted failure has none. */
  readonly body: unknown;
  readonly vendorRequestId: string | null;
}

/** Sends a request. Rejects with a VendorFailure for anything but an accepted answer in time. */
export type SendToVendor = (request: VendorRequest) => Promise<VendorAnswer>;

/** How answers of a vendor are read. */
export interface VendorDialect {
  /** For messages: `Stripe`. */
  readonly title: string;
  /** The only hosts that requests may go to. */
  readonly hosts: readonly string[];
  /** Whether customers run the vendor's software themselves, so that requests may also go to any public host. */
  readonly isSelfHosted?: boolean;
  /** Header with the id of the request, in lower case. */
  readonly requestIdHeader: string;
  /** Fields of answers that the log of calls may show. Everything else is left out. */
  readonly shownFields: ReadonlySet<string>;
  /** Reads the vendor's own code of a failure; null if the status is enough. */
  readonly classify?: (status: number, body: unknown) => VendorFailureCode | null;
}
