/** Events that webhooks can subscribe to by name. The enum `PublicEvent` of openapi.yaml has the same names. */
export const publicEvents = [
  'lead.created',
  'lead.updated',
  'lead.stage_changed',
  'lead.assigned',
  'lead.won',
  'lead.lost',
  'lead.note_added',
  'lead.deleted',
  'property.created',
  'property.updated',
  'property.status_changed',
  'property.deleted',
  'unit.created',
  'unit.updated',
  'unit.sold',
  'unit.deleted',
  'agent.created',
  'agent.deactivated',
  'deal.created',
  'deal.closed',
  'deal.cancelled',
  'commission.calculated',
  'invoice.created',
  'invoice.paid',
  'invoice.voided',
] as const;
export type PublicEvent = (typeof publicEvents)[number];

const names: ReadonlySet<string> = new Set(publicEvents);

/** Returns whether webhooks may receive the event. Services publish further events for each other. */
export function isPublicEvent(name: string): boolean {
  return names.has(name);
}
