/** Request that a fake vendor receives. */
export interface FakeRequest {
  readonly method: string;
  readonly host: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | null;
}

/** Answers in place of a vendor, for systems without the internet. Changes nothing anywhere. */
export type FakeVendor = (request: FakeRequest) => { readonly status: number; readonly body: object | Buffer };
