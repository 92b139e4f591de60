import { dueMail, type Notice } from './notice.js';

/** Unit that was sold. */
export interface SoldUnit {
  readonly eventId: string;
  readonly unitId: string;
  readonly propertyId: string;
  readonly name: string;
  /** Agent of the unit; null if there is none. */
  readonly agentId: string | null;
  readonly visibility: string | null;
  /** Agent who sold the unit. Undefined if an API key or the system sold it. */
  readonly soldBy: string | undefined;
}

/**
 * Creates the notice about a sold unit for its agent. Returns null if the unit has no agent, if the agent sold it, or
 * if only owners and admins may see it.
 */
export function reportSoldUnit(unit: SoldUnit, now: Date): Notice | null {
  const { eventId, unitId, propertyId, name, agentId, visibility, soldBy } = unit;
  if (agentId === null || agentId === soldBy || visibility === 'private') return null;
  return {
    // The id comes from the event, so that no second notice is stored if the event is consumed again.
    id: eventId.replace(/^evt_/, 'ntf_'),
    version: 1,
    type: 'unit.sold',
    message: `${name} was sold.`,
    subject: { type: 'unit', id: unitId },
    data: { agent_id: agentId, property_id: propertyId },
    recipient: agentId,
    scope: 'read:properties',
    created_at: now,
    updated_at: now,
    mail: dueMail,
  };
}
