/** Entry of the journal about a credential. */
export interface AuditEntry {
  readonly _id: string;
  /** Id of a key, an app, a grant or a person. */
  readonly subject: string;
  readonly type: string;
  readonly description: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly actor: { readonly type: string; readonly id: string; readonly name: string };
  readonly at: Date;
  /** The client's address, if known. */
  readonly address?: string;
}
