/** The events that webhooks can subscribe to by name; the enum `WebhookEvent` of openapi.yaml has the same names. */
const publicEvents = [
  'lead.created',
  'lead.updated',
  'lead.stage_changed',
  'lead.assigned',
  'lead.won',
  'lead.lost',
  'property.created',
  'property.updated',
  'property.status_changed',
  'unit.created',
  'unit.updated',
  'unit.sold',
  'agent.created',
  'agent.deactivated',
  'deal.created',
  'deal.closed',
  'commission.calculated',
  'invoice.created',
] as const;

const names: ReadonlySet<string> = new Set(publicEvents);

/** Whether webhooks may receive the event. Services publish further events for each other. */
export function isPublicEvent(name: string): boolean {
  return names.has(name);
}
