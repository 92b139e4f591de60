/** A label with its value, such as `Due on` and a day. */
export interface Fact {
  readonly label: string;
  readonly value: string;
}

export interface PaperColumn {
  readonly label: string;
  /** Whether the column is right-aligned, as amounts are. */
  readonly isAmount?: boolean;
}

export interface PaperTable {
  readonly title: string;
  readonly columns: readonly PaperColumn[];
  /** Cells in the order of the columns. */
  readonly rows: readonly (readonly string[])[];
  /** Text shown if the table has no rows. */
  readonly empty: string;
}

/** Content of a printable document, such as an invoice. */
export interface Paper {
  readonly title: string;
  /** Name of the workspace that issues the document. */
  readonly sender: string;
  /** Name and address of the recipient, line by line. */
  readonly recipient: readonly string[];
  readonly facts: readonly Fact[];
  readonly tables: readonly PaperTable[];
  /** Sums below the tables. The last sum is highlighted. */
  readonly totals: readonly Fact[];
  /** Highlighted sentence, for example that an invoice is void. Null for none. */
  readonly remark: string | null;
  /** Day whose state the document shows, `YYYY-MM-DD`. */
  readonly asOf: string;
}
