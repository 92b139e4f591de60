/** Ways in which a request to a vendor can fail. Providers map the vendor's own errors to them. */
export type VendorFailureCode =
  /** The vendor refuses the credentials, or the credentials lack a permission. A person must act. */
  | 'credentials_refused'
  /** The vendor refuses the request itself. A repeat would be refused too. */
  | 'request_refused'
  | 'rate_limited'
  | 'vendor_unavailable'
  /**
   * The request may have had its effect. A read or the vendor's hook shows the outcome, or the request is repeated with
   * its idempotency key.
   */
  | 'outcome_unknown'
  /** The vendor's answer differs from its documentation. */
  | 'answer_unreadable';

interface FailureFacts {
  readonly status?: number | null;
  /** Milliseconds that the vendor asks us to wait. */
  readonly retryAfterMs?: number;
  /** The vendor's id of the request, for its support. */
  readonly vendorRequestId?: string | null;
  /** Redacted excerpt of the answer. */
  readonly excerpt?: string | null;
  /** Path of the invalid value, such as `settings.url`; the credentials by default. */
  readonly field?: string;
  readonly cause?: unknown;
}

/** A failed request to a vendor. The message is for people and contains neither a secret nor personal data. */
export class VendorFailure extends Error {
  readonly code: VendorFailureCode;
  readonly status: number | null;
  readonly retryAfterMs: number;
  readonly vendorRequestId: string | null;
  readonly excerpt: string | null;
  readonly field: string;

  constructor(code: VendorFailureCode, message: string, facts: FailureFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = 'VendorFailure';
    this.code = code;
    this.status = facts.status ?? null;
    this.retryAfterMs = facts.retryAfterMs ?? 0;
    this.vendorRequestId = facts.vendorRequestId ?? null;
    this.excerpt = facts.excerpt ?? null;
    this.field = facts.field ?? 'credentials';
  }
}
