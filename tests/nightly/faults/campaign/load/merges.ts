import { isTree, textOf } from '../../../../support/contract/tree.js';
import { newLead } from './lead-fields.js';
import { type Action, type Actor, happens } from './tenant.js';

/**
 * Pairs of leads that are merged. Nothing else changes them, because the timeline check reads both as one. These
 * operations have no recorded effects, because the second lead no longer exists.
 */
export function createMergeActions(actor: Actor): readonly Action[] {
  const { client, random, history, tenant } = actor;

  async function createLead(number: number): Promise<string | undefined> {
    const body = { ...newLead(actor, number), assigned_agent: null };
    const call = { name: 'createLead', method: 'POST', path: '/v1/leads', body } as const;
    const { data } = await client.call({ ...call, expected: [201] });
    return isTree(data) ? textOf(data.id) : undefined;
  }

  async function merge(): Promise<void> {
    const [keep, merged] = [await createLead(0), await createLead(1)];
    if (!keep || !merged) return;
    history.merges.push({ tenant: tenant.name, keep, merged });
    if (happens(random, 50)) {
      const path = `/v1/leads/${keep}/merge`;
      await client.call({
        name: 'mergeLead',
        method: 'POST',
        path,
        body: { lead_id: merged },
        hasKey: happens(random, 50),
      });
      return;
    }
    const body = { pairs: [{ keep, merge: merged }] };
    await client.call({ name: 'mergeLeads', method: 'POST', path: '/v1/leads/merge', body, expected: [207] });
  }

  return [merge];
}
