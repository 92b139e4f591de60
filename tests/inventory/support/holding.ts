import type { Caller } from '@plotline/kit/core/caller';
import type { Reply } from '../../support/started-service.js';
import type { Inventory } from './inventory.js';

type Body = Reply['body'];

/** Requests about holds, in one workspace. */
export interface HoldRequests {
  /** Sends a request to a path below /v1/holds. */
  ask(method: string, path: string, body?: object, as?: Partial<Caller>): Promise<Reply>;
  /** Adds a lead and resolves to its id. */
  lead(changes?: Parameters<Inventory['leads']['put']>[1]): string;
  /** Adds a unit to the property, and resolves to the unit. */
  unit(changes?: object): Promise<Body>;
  /** Creates a hold and resolves to it. Rejects unless the answer is 201. */
  hold(unitId: string, leadId: string, changes?: object, as?: Partial<Caller>): Promise<Body>;
  /** Reads a hold. */
  read(id: string): Promise<Body>;
  readUnit(id: string): Promise<Body>;
  /** Returns the names of the published events about a record, oldest first. */
  eventNames(subject: string): Promise<string[]>;
}

let count = 0;

/** Creates functions that send requests about holds on units of a new property. */
export async function createHoldRequests(inventory: () => Inventory): Promise<HoldRequests> {
  const property = await inventory().property();
  const ask: HoldRequests['ask'] = (method, path, body, as = {}) =>
    inventory().request(method, `/v1/holds${path}`, { as, ...(body && { body }) });
  return {
    ask,
    lead: (changes) => {
      count += 1;
      return inventory().leads.put(`lead_${count}`, changes).id;
    },
    unit: (changes = {}) => inventory().unit(property.id, changes),
    hold: (unit_id, lead_id, changes = {}, as = {}) =>
      inventory().create('/v1/holds', { unit_id, lead_id, ...changes }, as),
    read: async (id) => (await ask('GET', `/${id}`)).body,
    readUnit: async (id) => (await inventory().request('GET', `/v1/units/${id}`)).body,
    eventNames: async (subject) =>
      (await inventory().events(subject)).map(({ event }) => event).filter((name) => name !== 'timeline.hold'),
  };
}
