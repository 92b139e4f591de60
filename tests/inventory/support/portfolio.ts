import { expect } from 'chai';
import type { Inventory } from './inventory.js';

export const propertyBody = {
  name: 'Marina Heights',
  type: 'apartment',
  location: { area: 'Dubai Marina', city: 'Dubai', country: 'AE' },
};

export function unitBody(propertyId: string, changes: object = {}) {
  return { property_id: propertyId, name: 'A-101', price: { amount: 1_250_000, currency: 'AED' }, ...changes };
}

/** Creates a property and resolves to it. */
export async function givenProperty(inventory: Inventory, changes: object = {}) {
  const { status, body } = await inventory.request('POST', '/v1/properties', { body: { ...propertyBody, ...changes } });
  expect(status, JSON.stringify(body)).to.equal(201);
  return body;
}

/** Creates a unit and resolves to it. */
export async function givenUnit(inventory: Inventory, propertyId: string, changes: object = {}) {
  const { status, body } = await inventory.request('POST', '/v1/units', { body: unitBody(propertyId, changes) });
  expect(status, JSON.stringify(body)).to.equal(201);
  return body;
}

/** A person of the workspace in a role. */
export function person(role: string, agentId?: string) {
  return { actor: { type: 'user' as const, id: `user_${role}`, name: role, role, ...(agentId ? { agentId } : {}) } };
}
