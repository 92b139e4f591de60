import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { currencies } from '../../core/currencies.js';

/** Descriptions of the contract's formats for clients. */
export const formatMessages: ReadonlyMap<string, string> = new Map([
  ['currency', 'must be an ISO 4217 currency code'],
  ['date', 'must be a date such as 2026-03-01'],
  ['date-time', 'must be a timestamp such as 2026-03-01T09:30:00Z'],
  ['email', 'must be a valid email address'],
  ['uri', 'must be a URL such as https://example.com/plan.jpg'],
]);

const isDateTime = addFormats
  .default(new Ajv2020({ meta: false, validateSchema: false }))
  .compile<string>({ type: 'string', format: 'date-time' });

/** Timestamps are rendered in UTC, and an offset can move one out of the years with four digits. */
const isFourDigitYear = (date: Date) => date.getUTCFullYear() >= 0 && date.getUTCFullYear() <= 9_999;

/**
 * Adds the formats of JSON Schema, and `currency` for codes of ISO 4217. Timestamps stay within the years 0 to 9999 in
 * UTC.
 */
export function addContractFormats(ajv: Ajv2020): void {
  addFormats.default(ajv);
  ajv.addFormat('currency', (code) => currencies.has(code));
  ajv.addFormat('date-time', (text) => isDateTime(text) && isFourDigitYear(new Date(text)));
}
