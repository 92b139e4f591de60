import { getFieldLabel } from './field-labels.js';
import type { ImportField } from './import-fields.js';
import type { UnderstoodColumn } from './import-preview.js';
import type { ValueMap } from './reading-options.js';

/** Value in the file that isn't valid for its field. */
export interface UnknownValue {
  readonly value: string;
  /** Number of rows with the value. Undefined once it is replaced. */
  readonly count: number | undefined;
}

export interface UnknownValues {
  readonly field: string;
  readonly label: string;
  /** Valid values of the field. */
  readonly known: readonly string[];
  readonly values: readonly UnknownValue[];
  /** Number of rows with further unknown values. */
  readonly others: number;
}

/**
 * Lists the values to replace, by field: values that are invalid for the field, and values that are already replaced.
 */
export function listUnknownValues(
  fields: readonly ImportField[],
  understood: readonly UnderstoodColumn[],
  valueMap: ValueMap,
): readonly UnknownValues[] {
  return fields.flatMap(({ name, values: known }) => {
    if (!known) return [];
    const columns = understood.filter(({ field }) => field === name);
    const counts = new Map<string, number | undefined>();
    for (const value of Object.keys(valueMap[name] ?? {})) counts.set(value, undefined);
    for (const { value, count } of columns.flatMap(({ unknown_values }) => unknown_values)) {
      counts.set(value, (counts.get(value) ?? 0) + count);
    }
    if (counts.size === 0) return [];
    const values = [...counts].map(([value, count]) => ({ value, count }));
    const others = columns.reduce((sum, { other_unknown_values: count }) => sum + count, 0);
    return [{ field: name, label: getFieldLabel(name), known, values, others }];
  });
}
