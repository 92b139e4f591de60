/** Values of a provider's fields by name. */
export type FieldValues = Readonly<Record<string, string>>;

/** Settings and credentials of a connection. */
export interface ProviderValues {
  readonly settings: FieldValues;
  readonly credentials: FieldValues;
}
