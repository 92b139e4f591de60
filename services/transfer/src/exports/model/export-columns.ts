import type { ExportResource } from './export.js';

const times = ['created_at', 'updated_at'];

/** Paths of a record's fields, as GET answers them without relations. A test compares them with the contracts. */
export const recordColumns: Readonly<Record<ExportResource, readonly string[]>> = {
  leads: [
    ...['id', 'external_id', 'name', 'email', 'phone', 'source', 'stage', 'score', 'assigned_agent'],
    ...['interested_properties', 'budget.min', 'budget.max', 'budget.currency', 'timeline', 'notes', 'tags'],
    ...['last_contacted', 'next_follow_up', ...times],
  ],
  tasks: [...['id', 'lead_id', 'title', 'type', 'due_at', 'assigned_agent', 'notes', 'done_at', 'done_by', ...times]],
  units: [
    ...['id', 'external_id', 'property_id', 'name', 'unit_number', 'type', 'status', 'bedrooms', 'bathrooms'],
    ...['size.interior', 'size.land', 'size.unit', 'price.amount', 'price.currency', 'features', 'floor_plan'],
    ...['gallery', 'visibility', 'assigned_agent', ...times],
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
    ...['id', 'lead_id', 'property_id', 'unit_id', 'agent_id', 'value', 'currency', 'commission', 'status'],
    ...['closed_at', 'cancelled_at', ...times],
  ],
  invoices: [
    ...['id', 'number', 'deal_id', 'lead_id', 'amount', 'currency', 'status', 'issued_at', 'paid_at', 'voided_at'],
    ...times,
  ],
  commissions: ['id', 'deal_id', 'agent_id', 'rate', 'amount', 'currency', 'status', ...times],
};

const assignedAgent = { assigned_agent: ['assigned_agent_name', 'assigned_agent_email'] };
const agent = { agent_id: ['agent_name', 'agent_email'] };
const buyer = { lead_id: ['lead_name', 'lead_email'] };

/**
 * Names that RecordsService.ReadRecords adds for people, for each field that refers to other records by id. An import
 * reads the id and ignores the names.
 */
export const nameColumns: Readonly<Record<ExportResource, Readonly<Record<string, readonly string[]>>>> = {
  leads: { ...assignedAgent, interested_properties: ['interested_property_names'] },
  tasks: { ...buyer, ...assignedAgent },
  units: { property_id: ['property_name'], ...assignedAgent },
  properties: {},
  agents: { team_id: ['team_name'] },
  deals: { ...buyer, property_id: ['property_name'], unit_id: ['unit_name'], ...agent },
  invoices: buyer,
  commissions: agent,
};

/** Returns the columns of an export as CSV. Names follow the id that they belong to. */
export function listExportColumns(resource: ExportResource): readonly string[] {
  return recordColumns[resource].flatMap((column) => [column, ...(nameColumns[resource][column] ?? [])]);
}
