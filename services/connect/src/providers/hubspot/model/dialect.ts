import { isJsonObject } from '@plotline/kit/core/json-object';
import type { VendorFailureCode } from '../../../vendors/model/vendor-failure.js';
import type { VendorDialect } from '../../../vendors/model/vendor-request.js';

/** Version in the paths of the CRM API. */
export const apiVersion = 'v3';

export const apiUrl = 'https://api.hubapi.com';

/**
 * Recognizes a record that already exists, by its email (409) or by a unique property (400). Another request has
 * created it, so the next attempt finds it with a read. An account accepts the request later if it is locked because of
 * much work (423) or is being moved to other hosts (477).
 */
function classify(status: number, body: unknown): VendorFailureCode | null {
  if (status === 409) return 'outcome_unknown';
  if (status === 423 || status === 477) return 'rate_limited';
  const isConflict = status === 400 && isJsonObject(body) && JSON.stringify(body).includes('CONFLICTING_UNIQUE_VALUE');
  return isConflict ? 'outcome_unknown' : null;
}

/** Format of HubSpot's answers (developers.hubspot.com/docs/api-reference/error-handling). */
export const dialect: VendorDialect = {
  title: 'HubSpot',
  hosts: ['api.hubapi.com'],
  requestIdHeader: 'x-hubspot-correlation-id',
  // Leaves out messages and properties, because they contain values of the contact.
  shownFields: new Set(['id', 'category', 'subCategory', 'code', 'correlationId', 'status', 'archived', 'accountType']),
  classify,
};
