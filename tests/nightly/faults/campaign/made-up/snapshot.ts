import type { SeenEvent } from '../snapshot/seen-event.js';
import type { SeenRecord, Snapshot } from '../snapshot/snapshot.js';
import { tenant } from './operations.js';

/** Empty tenant with the given parts added. */
export function madeUpSnapshot(parts: Partial<Snapshot> = {}): Snapshot {
  return {
    tenant,
    workspaceId: 'ws_1',
    leads: [],
    properties: [],
    units: [],
    agents: [],
    teams: [],
    deals: [],
    invoices: [],
    commissions: [],
    holds: [],
    instalments: [],
    payments: new Map(),
    webhooks: [],
    timelines: new Map(),
    deliveries: new Map(),
    observerId: 'wh_observer',
    events: [],
    log: [],
    logAgain: [],
    logGaps: 0,
    reports: new Map(),
    totals: new Map(),
    pagedLeadIds: (parts.leads ?? []).map(({ id }) => id),
    foreignReads: new Map(),
    deletedReads: new Map(),
    ...parts,
  };
}

/** Unassigned lead in its first stage. */
export function madeUpLead(parts: Partial<SeenRecord> = {}): SeenRecord {
  return { id: 'lead_1', name: `${tenant}/lead`, stage: 'new', source: 'api', assigned_agent: null, ...parts };
}

let count = 0;

/** Event with its own id. */
export function madeUpEvent(event: string, data: SeenRecord, previous: SeenEvent['previous'] = null): SeenEvent {
  count += 1;
  const id = `evt_${String(count).padStart(6, '0')}`;
  return { id, event, workspaceId: 'ws_1', data, previous, body: JSON.stringify({ id, data, previous }) };
}

/** Sale with matching documents. */
export function madeUpSale(number: number, deal: Partial<SeenRecord> = {}) {
  const isLive = (deal.status ?? 'closed') === 'closed';
  const terms = { lead_id: `lead_${number}`, unit_id: `unit_${number}`, property_id: 'prop_1', agent_id: null };
  const sold: SeenRecord = {
    id: `deal_${number}`,
    ...terms,
    value: 500,
    currency: 'USD',
    commission: 10,
    status: 'closed',
    closed_at: '2026-01-01T10:00:00.000Z',
    cancelled_at: null,
    ...deal,
  };
  const invoice: SeenRecord = {
    id: `inv_${number}`,
    number: `INV-${number}`,
    deal_id: sold.id,
    lead_id: terms.lead_id,
    amount: 500,
    status: isLive ? 'open' : 'void',
  };
  const commission: SeenRecord = {
    id: `com_${number}`,
    deal_id: sold.id,
    amount: 10,
    status: isLive ? 'earned' : 'cancelled',
  };
  const lead = madeUpLead({ id: terms.lead_id, stage: isLive ? 'won' : 'negotiation' });
  const unit: SeenRecord = { id: terms.unit_id, property_id: 'prop_1', status: isLive ? 'sold' : 'available' };
  return { deal: sold, invoice, commission, lead, unit };
}

type Sale = ReturnType<typeof madeUpSale>;

/** Snapshot that contains only the records of these sales. */
export function madeUpSales(sales: readonly Sale[]) {
  const all = <K extends keyof Sale>(part: K) => sales.map((sale) => sale[part]);
  return madeUpSnapshot({
    deals: all('deal'),
    invoices: all('invoice'),
    commissions: all('commission'),
    leads: all('lead'),
    units: all('unit'),
  });
}
