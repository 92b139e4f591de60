import { isTree } from '../../../../support/contract/tree.js';
import { newLead } from './lead-fields.js';
import { type Actor, pickOne } from './tenant.js';

/** Lead of an actor, for holds and sales. */
export interface HoldingLead {
  readonly id: string;
  sale?: { readonly unit_id: string; readonly deal_value: number; readonly payment_plan_id: string } | undefined;
  dealId?: string | undefined;
}

/** Creates an actor's leads, which aren't merged. Its function returns one of them or a new one. */
export function createHoldingLeads(actor: Actor) {
  const { client, random } = actor;
  const own: HoldingLead[] = [];
  const maxLeads = 6;

  async function create(): Promise<HoldingLead | undefined> {
    const lead = newLead(actor);
    const { data } = await client.call({
      name: 'createLead',
      method: 'POST',
      path: '/v1/leads',
      body: lead,
      expected: [201],
      effects: [{ kind: 'create', resource: 'lead', name: lead.name, fields: { ...lead, stage: 'new' } }],
    });
    if (!isTree(data)) return undefined;
    const created = { id: String(data.id) };
    own.push(created);
    return created;
  }

  /** Returns an open lead. */
  async function findOpen(): Promise<HoldingLead | undefined> {
    const open = own.filter(({ sale }) => sale === undefined);
    return open.length < maxLeads ? create() : pickOne(random, open);
  }

  /** Returns a won lead. Undefined if there is none. */
  const findWon = (): HoldingLead | undefined =>
    pickOne(
      random,
      own.filter(({ sale }) => sale !== undefined),
    );

  return { findOpen, findWon };
}
