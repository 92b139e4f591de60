/** The right to carry out a request that came with an Idempotency-Key; travels with the caller to the transaction. */
export interface Claim {
  readonly id: string;
  readonly claim: string;
}
