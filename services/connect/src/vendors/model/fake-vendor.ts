/** Request that a fake vendor receives. */
export interface FakeRequest {
  readonly method: string;
  readonly host: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | null;
  /** Address of the workspace's pages in the simulator, without a trailing slash. A fake's links lead there. */
  readonly pagesUrl: string;
}

export interface FakeAnswer {
  readonly status: number;
  readonly body: object | Buffer;
}

/** Record that a fake has received and keeps for the simulator's list. */
export interface KeptRecord {
  readonly kind: 'contact' | 'deal';
  readonly title: string;
  readonly detail: string;
}

/** Answers instead of a vendor, in systems without internet access. Has no effects outside this process. */
export interface FakeVendor {
  (request: FakeRequest): FakeAnswer;
  /** Lists the records that the fake keeps, newest first. Absent if it keeps nothing. */
  readonly listKept?: () => readonly KeptRecord[];
}
