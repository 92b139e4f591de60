/** The public events (contract, part 6); a subscription names any of them, or `*` for all. */
const eventNames = [
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

const known: ReadonlySet<string> = new Set(eventNames);

/** Whether an event is one that subscribers may know of; services tell each other of more. */
export function isPublicEvent(name: string): boolean {
  return known.has(name);
}
