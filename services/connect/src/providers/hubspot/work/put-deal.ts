import { isJsonObject } from '@plotline/kit/core/json-object';
import type { CrmPort } from '../../../vendors/model/crm-port.js';
import { hasCurrency } from '../model/account.js';
import { toDealProperties } from '../model/deal-properties.js';
import { idProperties } from '../model/properties.js';
import { writeWithProperties } from './own-properties.js';
import { type HubSpotCall, readId, request } from './request.js';

const path = '/crm/v3/objects/deals';
const ownId = idProperties.deals;
/** Type of the association from a deal to a contact (developers.hubspot.com/docs/api-reference/crm-associations-v4). */
const dealToContact = { associationCategory: 'HUBSPOT_DEFINED', associationTypeId: 3 };

/** Returns the id of the owner with an email; null if HubSpot has none. */
async function findOwner(call: HubSpotCall, email: string | null): Promise<string | null> {
  if (email === null) return null;
  const { body } = await request(call, {
    purpose: 'find owner',
    method: 'GET',
    path: `/crm/v3/owners?email=${encodeURIComponent(email)}&limit=1`,
  });
  const results: unknown = isJsonObject(body) ? body['results'] : undefined;
  const first: unknown = Array.isArray(results) ? results[0] : undefined;
  return isJsonObject(first) && typeof first['id'] === 'string' ? first['id'] : null;
}

/**
 * Creates or updates the deal of a sale. Looks for it by our id, and otherwise creates it. Our id is unique in HubSpot,
 * so a repeat after an unknown outcome finds the deal or is refused, and never creates a second one.
 */
export const putDeal: CrmPort['putDeal'] = async (send, { settings, credentials }, deal, contactId) => {
  const call: HubSpotCall = { send, credentials, subject: { type: 'lead', id: deal.leadId } };
  const account = await request(call, { purpose: 'read account', method: 'GET', path: '/account-info/v3/details' });
  const facts = {
    ownerId: await findOwner(call, deal.ownerEmail),
    hasCurrency: hasCurrency(account.body, deal.currency),
  };
  const properties = toDealProperties(settings, deal, facts);
  const shown = { [ownId]: deal.id, amount: properties['amount'], dealstage: properties['dealstage'] };
  await writeWithProperties(call, 'deals', async () => {
    const known = await request(call, {
      purpose: 'update deal',
      method: 'PATCH',
      path: `${path}/${encodeURIComponent(deal.id)}?idProperty=${ownId}`,
      body: { properties },
      shown,
      accepts: [404],
    });
    if (known.status !== 404 || deal.isCancelled) return;
    const associations = [{ to: { id: contactId }, types: [dealToContact] }];
    const body = { properties, associations };
    readId(await request(call, { purpose: 'create deal', method: 'POST', path, body, shown }));
  });
};
