import type { FieldValues } from '../../../vendors/model/field-values.js';
import { apiVersion } from '../model/dialect.js';

/** Returns the headers of every request. */
export function toStripeHeaders({ secret_key: key = '' }: FieldValues): Record<string, string> {
  return { authorization: `Bearer ${key}`, 'stripe-version': apiVersion };
}
