import type { ServiceName } from '@plotline/local/supervise/running-system';
import type { World } from './world.js';

export interface PlantedFault {
  readonly title: string;
  readonly service: ServiceName;
  readonly check: string;
  /** Plants the fault, and resolves to the id that the doctor must report. */
  readonly plant: (world: World) => Promise<string>;
}

const at = (ids: readonly string[], place: number) => ids[place] ?? '';

/** Faults of each kind, each in a separate record. */
export const plantedFaults: readonly PlantedFault[] = [
  {
    title: 'a unit that its active deal has not bought',
    service: 'pipeline',
    check: 'deal_unit',
    plant: async (world) => {
      await world.set('inventory', 'units', at(world.portfolio.unitIds, 0), { deal_id: null });
      return at(world.portfolio.dealIds, 0);
    },
  },
  {
    title: 'a unit that a deal has bought which there is not',
    service: 'pipeline',
    check: 'sold_unit',
    plant: (world) => world.set('inventory', 'units', at(world.portfolio.unitIds, 5), { deal_id: 'deal_lost' }),
  },
  {
    title: 'a commission of another amount than that of its deal',
    service: 'pipeline',
    check: 'deal_papers',
    plant: async (world) => {
      const deal_id = at(world.portfolio.dealIds, 1);
      const commission = await world.collection('pipeline', 'commissions').findOne({ deal_id });
      await world.set('pipeline', 'commissions', commission?._id ?? '', { amount: 1 });
      return deal_id;
    },
  },
  {
    title: 'a lead that its active deal has not won',
    service: 'pipeline',
    check: 'deal_lead',
    plant: async (world) => {
      await world.set('pipeline', 'leads', at(world.portfolio.leadIds, 2), { deal_id: null });
      return at(world.portfolio.dealIds, 2);
    },
  },
  {
    title: 'a lead of an agent whom there is not',
    service: 'pipeline',
    check: 'lead_agent',
    plant: async (world) => {
      await world.collection('team', 'agents').deleteOne({ _id: world.portfolio.agents.ofLead });
      return at(world.portfolio.leadIds, 4);
    },
  },
  {
    title: 'a counter of leads that is not what a count gives',
    service: 'pipeline',
    check: 'counters',
    plant: async (world) => {
      const key = `agent/2020-01-01/${world.portfolio.agents.kept}`;
      const shard = { _id: `${world.workspaceId}/${key}.0`, workspace_id: world.workspaceId, version: 1, key };
      await world.collection('pipeline', 'record_counters').insertOne({ ...shard, counts: { assigned: 1 } });
      return key;
    },
  },
  {
    title: 'a lead that a search does not find as it is',
    service: 'pipeline',
    check: 'leads',
    plant: (world) =>
      world.set('pipeline', 'leads', at(world.portfolio.leadIds, 5), { 'derived.search_text': 'another' }),
  },
  {
    title: 'a follow-up that is not that of the earliest open task',
    service: 'pipeline',
    check: 'follow_ups',
    plant: (world) =>
      world.set('pipeline', 'leads', at(world.portfolio.leadIds, 3), { next_follow_up: new Date('2026-03-08') }),
  },
  {
    title: 'a timeline of a merged lead',
    service: 'pipeline',
    check: 'merged_lead',
    plant: async (world) => {
      const merged = { id: 'lead_merged', at: new Date() };
      await world.set('pipeline', 'leads', at(world.portfolio.leadIds, 4), { merged_leads: [merged] });
      const entry = { _id: 'act_merged', workspace_id: world.workspaceId, subject: merged.id };
      await world.collection('pipeline', 'journal').insertOne(entry);
      return merged.id;
    },
  },
  {
    title: 'a task of a lead that there is not',
    service: 'pipeline',
    check: 'task_lead',
    plant: async (world) => {
      const task = { _id: 'task_lost', workspace_id: world.workspaceId, version: 1, lead_id: 'lead_lost' };
      await world.collection('pipeline', 'tasks').insertOne(task);
      return task._id;
    },
  },
  {
    title: 'a deal that was invoiced less than its invoices sum to',
    service: 'pipeline',
    check: 'deal_totals',
    plant: (world) => world.set('pipeline', 'deals', at(world.portfolio.dealIds, 3), { invoiced: 1 }),
  },
  {
    title: 'a payment of an invoice that there is not',
    service: 'pipeline',
    check: 'payment_invoice',
    plant: async (world) => {
      const payment = { _id: 'pay_lost', workspace_id: world.workspaceId, version: 1, invoice_id: 'inv_lost' };
      await world.collection('pipeline', 'payments').insertOne(payment);
      return payment._id;
    },
  },
  {
    title: 'an instalment of a deal that there is not',
    service: 'pipeline',
    check: 'instalment_deal',
    plant: async (world) => {
      const instalment = { _id: 'inst_lost', workspace_id: world.workspaceId, version: 1, deal_id: 'deal_lost' };
      const terms = { position: 0, amount: 90_000, currency: 'USD', due: { on: 'sale', days: 0 }, due_on: null };
      const derived = { minor_units: 9_000_000 };
      const stored = { ...instalment, ...terms, status: 'cancelled', derived };
      await world.collection('pipeline', 'instalments').insertOne(stored);
      return instalment._id;
    },
  },
  {
    title: 'an agent of a team that there is not',
    service: 'team',
    check: 'agent_team',
    plant: (world) => world.set('team', 'agents', world.portfolio.agents.kept, { team_id: 'team_lost' }),
  },
  {
    title: 'statistics of a webhook that are not those of its log',
    service: 'webhook',
    check: 'counters',
    plant: async (world) => {
      const { workspaceId, portfolio } = world;
      await world.set('webhook', 'counters', `${workspaceId}/${portfolio.webhookId}.0`, { 'counts.successful': 9 });
      return portfolio.webhookId;
    },
  },
  {
    title: 'a delivery of an event that there is not',
    service: 'webhook',
    check: 'delivery_event',
    plant: async (world) => {
      const filter = { workspace_id: world.workspaceId, event: 'deal.created' };
      const event = await world.collection('webhook', 'events').findOneAndDelete(filter);
      const delivery = await world.collection('webhook', 'deliveries').findOne({ event_id: event?._id });
      return delivery?._id ?? '';
    },
  },
  {
    title: 'a membership of an agent whom there is not',
    service: 'auth',
    check: 'membership_agent',
    plant: async (world) => {
      const [person_id, created_at] = ['user_lost', new Date()];
      const person = { _id: person_id, workspace_id: 'directory', version: 1, email: 'lost@example.com' };
      await world.collection('auth', 'people').insertOne(person);
      const member = { _id: 'member_lost', workspace_id: world.workspaceId, version: 1, created_at };
      await world.collection('auth', 'memberships').insertOne({ ...member, person_id, agent_id: 'agent_lost' });
      return 'member_lost';
    },
  },
  {
    title: 'a member whose role is not that of the agent',
    service: 'auth',
    check: 'membership_role',
    plant: async (world) => {
      const { workspaceId: workspace_id, portfolio } = world;
      const [person_id, agent_id, created_at] = ['user_stale', portfolio.agents.kept, new Date()];
      const person = { _id: person_id, workspace_id: 'directory', version: 1, email: 'stale@example.com' };
      await world.collection('auth', 'people').insertOne(person);
      const member = { _id: 'member_stale', workspace_id, version: 1, person_id, agent_id, created_at };
      await world.collection('auth', 'memberships').insertOne(member);
      return agent_id;
    },
  },
  {
    title: 'an error of an import that there is not',
    service: 'transfer',
    check: 'import_error_import',
    plant: async (world) => {
      const error = { _id: 'imp_lost-1', workspace_id: world.workspaceId, version: 1, import_id: 'imp_lost' };
      await world.collection('transfer', 'import_errors').insertOne(error);
      return error._id;
    },
  },
  {
    title: 'records that an import has created that there is not',
    service: 'transfer',
    check: 'import_created_records_import',
    plant: async (world) => {
      const chunk = { _id: 'imp_gone-1', workspace_id: world.workspaceId, version: 1, import_id: 'imp_gone' };
      await world.collection('transfer', 'import_created_records').insertOne(chunk);
      return chunk._id;
    },
  },
  {
    title: 'events that were not published',
    service: 'inventory',
    check: 'unpublished_events',
    plant: async (world) => {
      const [anHourAgo, inAnHour] = [-3_600_000, 3_600_000].map((ms) => new Date(Date.now() + ms));
      const entry = { _id: 'act_lost', workspace_id: world.workspaceId, subject: 'unit_lost', events: [] };
      await world.collection('inventory', 'journal').insertOne({ ...entry, at: anHourAgo, unpublished: inAnHour });
      return entry._id;
    },
  },
];
