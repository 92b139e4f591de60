import type { Mode } from '@plotline/kit/core/caller';
import type { ProblemDetail } from '@plotline/kit/core/errors';
import { findFieldFaults } from '../../vendors/model/field-faults.js';
import type { FieldValues, ProviderValues } from '../../vendors/model/field-values.js';
import type { Provider } from '../../vendors/model/provider.js';

/** Values of a body; null clears a value. */
export type PatchedValues = Readonly<Record<string, string | null>>;

/** Merges the values of a body into the stored ones. An empty text counts as no value. */
export function mergeValues(before: FieldValues, patch: PatchedValues = {}): FieldValues {
  const merged = Object.entries({ ...before, ...patch });
  return Object.fromEntries(
    merged.flatMap(([name, value]) => (value === null || value.trim() === '' ? [] : [[name, value.trim()] as const])),
  );
}

/** Finds the errors in settings and credentials that the contract can't find. */
export function findValueFaults(provider: Provider, values: ProviderValues, mode: Mode): ProblemDetail[] {
  return [
    ...findFieldFaults('settings', provider.settings, values.settings),
    ...findFieldFaults('credentials', provider.credentials, values.credentials),
    ...provider.findFaults(values, mode),
  ];
}
