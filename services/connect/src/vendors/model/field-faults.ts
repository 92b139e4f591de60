import type { ProblemDetail } from '@plotline/kit/core/errors';
import type { FieldValues } from './field-values.js';
import type { ProviderField } from './provider.js';

function findValueFault({ required, type, maxLength }: ProviderField, value: string | undefined): string | null {
  if (value === undefined || value === '') return required ? 'is required' : null;
  if (value.length > maxLength) return `must have at most ${maxLength} characters`;
  if (type === 'secret' && !/^[\x21-\x7e]+$/.test(value)) return 'must have no spaces or other special characters';
  if (type !== 'url') return null;
  const isWeb = URL.canParse(value) && new URL(value).protocol === 'https:';
  return isWeb ? null : 'must be an https address';
}

/** Finds missing and invalid values, and values of fields that the provider doesn't have. */
export function findFieldFaults(
  path: 'settings' | 'credentials',
  fields: readonly ProviderField[],
  values: FieldValues,
): ProblemDetail[] {
  const known = new Set(fields.map(({ name }) => name));
  const unknown = Object.keys(values).filter((name) => !known.has(name));
  return [
    ...fields.flatMap((field) => {
      const message = findValueFault(field, values[field.name]);
      return message === null ? [] : [{ field: `${path}.${field.name}`, message }];
    }),
    ...unknown.map((name) => ({ field: `${path}.${name}`, message: 'is not a field of this provider' })),
  ];
}
