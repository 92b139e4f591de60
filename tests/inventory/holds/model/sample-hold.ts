import type { Hold } from '@plotline/inventory/holds/model/hold';

/** Active hold on `unit_one`, with the given changes. */
export function sampleHold(changes: Partial<Hold> = {}): Hold {
  const at = new Date('2026-04-01T00:00:00Z');
  const expires_at = new Date('2026-04-04T00:00:00Z');
  return {
    id: 'hold_one',
    version: 1,
    unit_id: 'unit_one',
    property_id: 'prop_one',
    lead_id: 'lead_one',
    agent_id: null,
    status: 'active',
    price: { amount: 100, currency: 'USD' },
    expires_at,
    position: null,
    deposit: null,
    notes: null,
    extensions: 0,
    ended_at: null,
    ended_reason: null,
    created_at: at,
    updated_at: at,
    lead_version: 1,
    agent_since: null,
    activated_at: at,
    terms: { agent_id: null, expires_at, expires_in: null, deposit: null, notes: null },
    default_hours: 72,
    max_extensions: 2,
    deal_id: null,
    ...changes,
  };
}

/** Hold that waits at a position in the queue. */
export function sampleWaiting(position: number): Hold {
  const own = { id: `hold_${position}`, lead_id: `lead_${position}` };
  return sampleHold({ ...own, status: 'queued', position, expires_at: null, activated_at: null });
}
