import type { Caller } from '@plotline/kit/core/caller';
import { type SyncedList, testListByUpdate } from '../../../support/list-by-update.js';
import { succeed } from '../../../support/updated-at.js';
import { useFixture } from '../../../support/use-fixture.js';
import { FakeInventory } from '../../support/fake-inventory.js';
import { startPipeline } from '../../support/pipeline.js';

describe('pipeline lists sorted by the time of the last change', () => {
  const inventory = new FakeInventory();
  const agents = { find: async (_caller: Caller, ids: readonly string[]) => ids.map(agent), findNamed: async () => [] };
  const pipeline = useFixture(() => startPipeline({ units: inventory, listings: inventory, agents }));

  function agent(id: string) {
    const person = { id, name: id, email: `${id}@example.com`, role: 'agent', status: 'active' };
    return { ...person, team_id: '', active_since: 0, deactivated_at: 0, commission_rate: 0.03 };
  }
  const post = (as: Partial<Caller>, path: string, body: object) =>
    succeed(pipeline().request('POST', path, { as, body }));
  const editLead: SyncedList['change'] = (as, id) =>
    succeed(pipeline().request('PUT', `/v1/leads/${id}`, { as, body: { notes: 'Wants a balcony.' } }));

  /** Creates a won lead with a deal, an invoice or a commission. Reopening the lead changes these records. */
  function saleRecords(kind: 'deals' | 'invoices' | 'commissions'): SyncedList {
    return {
      title: kind,
      prepare: async () => `/v1/${kind}`,
      create: async (as, path) => {
        const { id } = await pipeline().lead({}, as);
        await post(as, `/v1/leads/${id}/won`, { property_id: 'prop_1', deal_value: 100 });
        return (await succeed(pipeline().request('GET', `${path}?per_page=1`, { as })))[0].id;
      },
      change: async (as, id) => {
        const { deal_id } = await succeed(pipeline().request('GET', `/v1/${kind}/${id}`, { as }));
        const deal = await succeed(pipeline().request('GET', `/v1/deals/${deal_id ?? id}`, { as }));
        await post(as, `/v1/leads/${deal.lead_id}/stage`, { stage: 'viewing' });
      },
    };
  }

  testListByUpdate(pipeline, [
    {
      title: 'leads',
      prepare: async () => '/v1/leads',
      create: async (as) => (await pipeline().lead({}, as)).id,
      change: editLead,
    },
    {
      title: 'leads of an agent',
      prepare: async (as) => {
        await pipeline().lead({ assigned_agent: 'agent_other' }, as);
        return '/v1/agents/agent_1/leads';
      },
      create: async (as) => (await pipeline().lead({ assigned_agent: 'agent_1' }, as)).id,
      change: editLead,
    },
    saleRecords('deals'),
    saleRecords('invoices'),
    saleRecords('commissions'),
  ]);
});
