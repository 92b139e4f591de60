import { VendorFailure } from '../../../vendors/model/vendor-failure.js';
import { listOwnProperties, type ObjectType } from '../model/properties.js';
import { type HubSpotCall, request } from './request.js';

/** Creates those of our properties that an object lacks. Resolves to whether any was created. */
async function createMissing(call: HubSpotCall, type: ObjectType): Promise<boolean> {
  let isCreated = false;
  for (const property of listOwnProperties(type)) {
    const path = `/crm/v3/properties/${type}`;
    const found = await request(call, {
      purpose: 'find property',
      method: 'GET',
      path: `${path}/${property.name}`,
      accepts: [404],
    });
    if (found.status !== 404) continue;
    await request(call, {
      purpose: 'create property',
      method: 'POST',
      path,
      body: property,
      shown: { name: property.name },
      // Another request has created the property in the meantime.
      accepts: [409],
    });
    isCreated = true;
  }
  return isCreated;
}

/**
 * Writes to an object. If HubSpot refuses the write, creates those of our properties that are missing, and then repeats
 * the write once. So a normal write needs no request for properties, and a property that somebody removed is created
 * again.
 */
export async function writeWithProperties<T>(call: HubSpotCall, type: ObjectType, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const isRefused = error instanceof VendorFailure && error.code === 'request_refused' && error.status === 400;
    if (!isRefused || !(await createMissing(call, type))) throw error;
    return write();
  }
}
