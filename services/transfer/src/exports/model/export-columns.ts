import type { ExportResource } from './export.js';

const times = ['created_at', 'updated_at'];

/**
 * Columns of an export as CSV: paths of a record's fields, as GET answers them without relations. A test compares them
 * with the contracts.
 */
export const exportColumns: Readonly<Record<ExportResource, readonly string[]>> = {
  leads: [
    ...['id', 'external_id', 'name', 'email', 'phone', 'source', 'stage', 'score', 'assigned_agent'],
    ...['interested_properties', 'budget.min', 'budget.max', 'budget.currency', 'timeline', 'notes', 'tags'],
    ...['last_contacted', 'next_follow_up', ...times],
  ],
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
