import { isJsonObject } from '@plotline/kit/core/json-object';
import type { CrmPort } from '../../../vendors/model/crm-port.js';
import { VendorFailure } from '../../../vendors/model/vendor-failure.js';
import type { VendorAnswer } from '../../../vendors/model/vendor-request.js';
import { toContactProperties } from '../model/mapping.js';
import { idProperties } from '../model/properties.js';
import { writeWithProperties } from './own-properties.js';
import { type HubSpotCall, readId, request } from './request.js';

const path = '/crm/v3/objects/contacts';
const ownId = idProperties.contacts;

/** Contact, with the id of the lead that it belongs to. Null if it belongs to none. */
interface Found {
  readonly id: string;
  readonly leadId: string | null;
}

/** Finds a contact by a unique property or by its id. Doesn't search, because HubSpot's search lags behind writes. */
async function find(call: HubSpotCall, target: string): Promise<Found | null> {
  const answer = await request(call, {
    purpose: 'find contact',
    method: 'GET',
    path: `${path}/${target}`,
    accepts: [404],
  });
  if (answer.status === 404) return null;
  const properties: unknown = isJsonObject(answer.body) ? answer.body['properties'] : undefined;
  const leadId: unknown = isJsonObject(properties) ? properties[ownId] : undefined;
  return { id: readId(answer), leadId: typeof leadId === 'string' && leadId !== '' ? leadId : null };
}

/** Updates a contact. Resolves to its id, or to null if the contact doesn't exist. */
async function update(call: HubSpotCall, target: string, properties: Record<string, string>): Promise<string | null> {
  const options = {
    purpose: 'update contact',
    method: 'PATCH',
    path: `${path}/${target}`,
    shown: { [ownId]: properties[ownId] },
  } as const;
  const answer = await request(call, { ...options, body: { properties }, accepts: [404, 409] });
  if (answer.status === 404) return null;
  if (answer.status !== 409) return readId(answer);
  // A different contact has the email, so this contact keeps its own.
  const { email: _taken, ...others } = properties;
  return readId(await request(call, { ...options, body: { properties: others } }));
}

/** Returns the id from the error about a duplicate contact: `Contact already exists. Existing ID: 123`. */
function readExistingId({ body }: VendorAnswer): string {
  const message: unknown = isJsonObject(body) ? body['message'] : undefined;
  const id = typeof message === 'string' ? /Existing ID: (\d{1,30})/.exec(message)?.[1] : undefined;
  if (id !== undefined) return id;
  throw new VendorFailure('outcome_unknown', 'HubSpot has the contact already. The next attempt will find it.');
}

/** Creates a contact. Resolves to its id, or to the id of the contact that already has the email. */
async function create(call: HubSpotCall, properties: Record<string, string>) {
  const filled = Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== ''));
  const answer = await request(call, {
    purpose: 'create contact',
    method: 'POST',
    path,
    body: { properties: filled },
    shown: { [ownId]: properties[ownId] },
    accepts: [409],
  });
  return answer.status === 409 ? { existingId: readExistingId(answer) } : { id: readId(answer) };
}

/**
 * Creates or updates the contact of a lead. Looks for it by our id, then by email, and otherwise creates it. The email
 * and our id are unique in HubSpot. So a repeat after an unknown outcome finds the contact or is refused, and never
 * creates a second one.
 */
export const putContact: CrmPort['putContact'] = async (send, { settings, credentials }, lead, isLead) => {
  const call: HubSpotCall = { send, credentials, subject: { type: 'lead', id: lead.id } };
  const properties = toContactProperties(settings, lead);
  /**
   * Takes over an existing contact. If two leads have the same email, the first keeps the contact, and the other
   * doesn't overwrite it.
   */
  const takeOver = async ({ id, leadId }: Found) => {
    const isOthers = leadId !== null && leadId !== lead.id && (await isLead(leadId));
    if (!isOthers) await update(call, id, properties);
    return id;
  };
  return writeWithProperties(call, 'contacts', async () => {
    const known = await update(call, `${encodeURIComponent(lead.id)}?idProperty=${ownId}`, properties);
    if (known !== null) return known;
    const found = await find(call, `${encodeURIComponent(lead.email)}?idProperty=email&properties=${ownId}`);
    if (found) return takeOver(found);
    const created = await create(call, properties);
    if ('id' in created) return created.id;
    const existing = await find(call, `${created.existingId}?properties=${ownId}`);
    if (existing) return takeOver(existing);
    throw new VendorFailure('outcome_unknown', 'HubSpot names a contact that it does not have.');
  });
};
