/** Request that a fake vendor receives. */
export interface FakeRequest {
  readonly method: string;
  readonly host: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | null;
  /** Address of the simulator's pages of the workspace, without a trailing slash. Links of a fake lead there. */
  readonly pagesUrl: string;
}

export interface FakeAnswer {
  readonly status: number;
  readonly body: object | Buffer;
}

/** Record that a fake has received and keeps, as the simulator lists it. */
export interface KeptRecord {
  readonly kind: 'contact' | 'deal';
  readonly title: string;
  readonly detail: string;
}

/** Answers in place of a vendor, for systems without the internet. Changes nothing outside of itself. */
export interface FakeVendor {
  (request: FakeRequest): FakeAnswer;
  /** Lists what it keeps, newest first. Absent where it keeps nothing. */
  readonly listKept?: () => readonly KeptRecord[];
}
