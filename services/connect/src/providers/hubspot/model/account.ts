import type { Mode } from '@plotline/kit/core/caller';
import { isJsonObject } from '@plotline/kit/core/json-object';
import { VendorFailure } from '../../../vendors/model/vendor-failure.js';

/** HubSpot's names of the scopes that the private app needs. */
export const neededScopes = [
  'crm.objects.contacts.read',
  'crm.objects.contacts.write',
  'crm.objects.deals.read',
  'crm.objects.deals.write',
  'crm.objects.owners.read',
  'crm.schemas.contacts.read',
  'crm.schemas.contacts.write',
  'crm.schemas.deals.read',
  'crm.schemas.deals.write',
] as const;

/** Throws when the token lacks a scope (POST /oauth/v2/private-apps/get/access-token-info). */
export function assertScopes(body: unknown): void {
  const scopes: unknown = isJsonObject(body) ? body['scopes'] : undefined;
  if (!Array.isArray(scopes)) throw new VendorFailure('answer_unreadable', 'HubSpot did not name the scopes.');
  const missing = neededScopes.filter((scope) => !scopes.includes(scope));
  if (missing.length === 0) return;
  throw new VendorFailure('credentials_refused', `The private app lacks these scopes: ${missing.join(', ')}.`);
}

/** Throws if the account belongs to the other mode (GET /account-info/v3/details). */
export function assertMode(body: unknown, mode: Mode): void {
  const type: unknown = isJsonObject(body) ? body['accountType'] : undefined;
  if (typeof type !== 'string') throw new VendorFailure('answer_unreadable', 'HubSpot did not name the account type.');
  const isTest = type === 'SANDBOX' || type === 'DEVELOPER_TEST';
  if (isTest === (mode === 'sandbox')) return;
  const message = isTest
    ? 'This is a test account of HubSpot, and this is live data. Use the token of your standard account.'
    : 'This is a standard account of HubSpot, and this is sandbox data. Use the token of a sandbox or developer test account.';
  throw new VendorFailure('request_refused', message);
}

/** Returns whether the account supports a currency (GET /account-info/v3/details). */
export function hasCurrency(body: unknown, currency: string): boolean {
  if (!isJsonObject(body)) return false;
  const { companyCurrency, additionalCurrencies } = body;
  return (
    companyCurrency === currency || (Array.isArray(additionalCurrencies) && additionalCurrencies.includes(currency))
  );
}
