import type { CountedDeal, CountedLead, CountedRecords } from '../../../../support/analytics/counted-records.js';
import { isTree } from '../../../../support/contract/tree.js';
import type { SeenRecord, Snapshot } from '../snapshot/snapshot.js';

function toLead(lead: SeenRecord, timeline: readonly SeenRecord[]): CountedLead {
  const entered = timeline.flatMap(({ type, changes }) =>
    type === 'stage_change' && isTree(changes) && isTree(changes.stage) ? [String(changes.stage.to)] : [],
  );
  return {
    source: String(lead.source),
    agent: lead.assigned_agent === null ? null : String(lead.assigned_agent),
    stage: String(lead.stage),
    reason: null,
    stages: new Set(['new', ...entered]),
  };
}

function toDeal(deal: SeenRecord, { leads, invoices }: Snapshot): CountedDeal {
  const isPaid = invoices.some(({ deal_id, status }) => deal_id === deal.id && status === 'paid');
  return {
    source: String(leads.find(({ id }) => id === deal.lead_id)?.source),
    agent: deal.agent_id === null ? null : String(deal.agent_id),
    unit: deal.unit_id === null ? null : String(deal.unit_id),
    value: Number(deal.value),
    currency: String(deal.currency),
    commission: Number(deal.commission),
    isPaid,
  };
}

/** Returns the records that analytics counts. */
export function toCountedRecords(snapshot: Snapshot): CountedRecords {
  const leads = new Map(snapshot.leads.map((lead) => [lead.id, toLead(lead, snapshot.timelines.get(lead.id) ?? [])]));
  const liveDeals = snapshot.deals.filter(({ status }) => status === 'closed').map((deal) => toDeal(deal, snapshot));
  return { leads, liveDeals, unitCount: snapshot.units.length };
}
