import type { Mode } from '@plotline/kit/core/caller';

/** Values of a provider's fields by name. */
export type FieldValues = Readonly<Record<string, string>>;

/**
 * Settings and credentials of a connection. The mode matters because some vendors use different hosts for their test
 * mode.
 */
export interface ProviderValues {
  readonly mode: Mode;
  readonly settings: FieldValues;
  readonly credentials: FieldValues;
}
