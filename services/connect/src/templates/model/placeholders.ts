import type { ProblemDetail } from '@plotline/kit/core/errors';
import { type FactName, fieldNames, getFactName, isFieldName } from './template-fields.js';

/** Matches a field in double braces. Longer texts in braces aren't fields. */
const placeholder = /\{\{([^{}]{1,100})\}\}/g;

/** Returns the names of the fields in a text, each once. */
function listFields(body: string): readonly string[] {
  return [...new Set([...body.matchAll(placeholder)].map(([, name = '']) => name.trim()))];
}

/** Replaces the fields in a text with their values. */
export function fillFields(text: string, toValue: (name: string) => string): string {
  return text.replaceAll(placeholder, (_match, name: string) => toValue(name.trim()));
}

const maxShown = 20;

/** Finds the fields of a body that don't exist. */
export function findUnknownFields(body: string): ProblemDetail[] {
  const unknown = listFields(body).filter((name) => !isFieldName(name));
  return unknown.slice(0, maxShown).map((name) => {
    const [group] = name.split('.', 1);
    const known = fieldNames.filter((one) => one.startsWith(`${group}.`));
    const choices = (known.length > 0 ? known : fieldNames).join(', ');
    return { field: 'body', message: `has the unknown field {{${name}}}. Known fields: ${choices}` };
  });
}

/** Returns those fields in a body whose record the deal or hold doesn't have. */
export function findFieldsWithout(body: string, missing: ReadonlySet<FactName>): readonly string[] {
  return listFields(body).filter((name) => {
    const fact = getFactName(name);
    return fact !== null && missing.has(fact);
  });
}
