import type { ExportResource } from './export.js';

const times = ['created_at', 'updated_at'];

/** Paths of a record's fields in the responses of GET, without relations. A test compares them with the contracts. */
export const recordColumns: Readonly<Record<ExportResource, readonly string[]>> = {
  leads: [
    ...['id', 'external_id', 'name', 'email', 'phone', 'source', 'stage', 'score', 'assigned_agent'],
    ...['interested_properties', 'budget.min', 'budget.max', 'budget.currency', 'timeline', 'notes', 'tags'],
    ...['last_contacted', 'next_follow_up', 'stage_entered_at', ...times],
  ],
  tasks: [...['id', 'lead_id', 'title', 'type', 'due_at', 'assigned_agent', 'notes', 'done_at', 'done_by', ...times]],
  units: [
    ...['id', 'external_id', 'property_id', 'name', 'unit_number', 'type', 'status', 'bedrooms', 'bathrooms'],
    ...['size.interior', 'size.land', 'size.unit', 'price.amount', 'price.currency', 'features', 'floor_plan'],
    ...['gallery', 'visibility', 'assigned_agent', 'hold.id', 'hold.expires_at', 'hold.lead_id', 'hold.agent_id'],
    ...times,
  ],
  holds: [
    ...['id', 'unit_id', 'property_id', 'lead_id', 'agent_id', 'status', 'price.amount', 'price.currency'],
    ...['expires_at', 'position', 'deposit.amount', 'deposit.currency', 'deposit.due_at', 'deposit.paid_at'],
    ...['deposit.reference', 'notes', 'extensions', 'ended_at', 'ended_reason', ...times],
  ],
  properties: [
    ...['id', 'external_id', 'name', 'type', 'status', 'location.address', 'location.area', 'location.city'],
    ...['location.country', 'location.coordinates.lat', 'location.coordinates.lng', 'description', 'media.cover'],
    ...['media.gallery', 'media.floor_plans', 'media.virtual_tour', 'pricing.currency', 'pricing.min_price'],
    ...['pricing.max_price', 'features', 'units_count', 'units_available', 'unit_counts.available'],
    ...['unit_counts.reserved', 'unit_counts.sold', 'unit_counts.off_market', 'unit_counts.rented'],
    ...['completion_date', ...times],
  ],
  agents: [
    ...['id', 'external_id', 'email', 'name', 'role', 'status', 'profile.phone', 'profile.photo', 'profile.bio'],
    ...['profile.languages', 'profile.license_number', 'team_id', 'commission.tier', 'commission.rate'],
    ...['invitation_sent_at', 'last_active', ...times],
  ],
  deals: [
    ...['id', 'lead_id', 'property_id', 'unit_id', 'agent_id', 'value', 'currency', 'commission'],
    ...['payment_plan_id', 'invoiced', 'paid', 'status', 'closed_at', 'cancelled_at', ...times],
  ],
  instalments: [
    ...['id', 'deal_id', 'label', 'percent', 'amount', 'currency', 'due.on', 'due.days', 'due.date'],
    ...['due.milestone', 'due_on', 'status', 'invoice_id', ...times],
  ],
  invoices: [
    ...['id', 'number', 'deal_id', 'lead_id', 'instalment_id', 'amount', 'paid_amount', 'balance', 'currency'],
    ...['status', 'due_on', 'overdue', 'issued_at', 'paid_at', 'voided_at', ...times],
  ],
  payments: [...['id', 'invoice_id', 'amount', 'currency', 'paid_on', 'method', 'reference', ...times, 'reversed_at']],
  commissions: ['id', 'deal_id', 'agent_id', 'rate', 'amount', 'currency', 'status', ...times],
};

const assignedAgent = { assigned_agent: ['assigned_agent_name', 'assigned_agent_email'] };
const agent = { agent_id: ['agent_name', 'agent_email'] };
const buyer = { lead_id: ['lead_name', 'lead_email'] };

/**
 * Columns with names, which RecordsService.ReadRecords adds for human readers. There is one for each field with the id
 * of another record. An import reads the id and ignores the name.
 */
export const nameColumns: Readonly<Record<ExportResource, Readonly<Record<string, readonly string[]>>>> = {
  leads: { ...assignedAgent, interested_properties: ['interested_property_names'] },
  tasks: { ...buyer, ...assignedAgent },
  units: { property_id: ['property_name'], ...assignedAgent },
  holds: { unit_id: ['unit_name'], property_id: ['property_name'], ...buyer, ...agent },
  properties: {},
  agents: { team_id: ['team_name'] },
  deals: { ...buyer, property_id: ['property_name'], unit_id: ['unit_name'], ...agent },
  instalments: { deal_id: [...buyer.lead_id, 'property_name', 'unit_name'] },
  invoices: buyer,
  payments: { invoice_id: ['invoice_number', ...buyer.lead_id] },
  commissions: agent,
};

/** Returns the columns of an export as CSV. Columns with names follow the id that they belong to. */
export function listExportColumns(resource: ExportResource): readonly string[] {
  return recordColumns[resource].flatMap((column) => [column, ...(nameColumns[resource][column] ?? [])]);
}
