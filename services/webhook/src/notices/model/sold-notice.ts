import { type ParsedEnvelope, readOptionalText, readText } from '@plotline/kit/broker/message';
import { dueMail, type Notice } from './notice.js';

/**
 * Creates the notice about a sold unit for its agent. Returns null for a unit without an agent, for one that the agent
 * sold, and for one that only owners and admins may see.
 */
export function reportSoldUnit(
  { id: eventId, data }: Pick<ParsedEnvelope, 'id' | 'data'>,
  soldBy: string | undefined,
  now: Date,
): Notice | null {
  const agentId = readOptionalText(data, 'assigned_agent');
  if (agentId === null || agentId === soldBy || readOptionalText(data, 'visibility') === 'private') return null;
  const unitId = readText(data, 'id');
  return {
    // The event may be consumed again.
    id: eventId.replace(/^evt_/, 'ntf_'),
    version: 1,
    type: 'unit.sold',
    message: `${readText(data, 'name')} was sold.`,
    subject: { type: 'unit', id: unitId },
    data: { agent_id: agentId, property_id: readText(data, 'property_id') },
    recipient: agentId,
    scope: 'read:properties',
    created_at: now,
    updated_at: now,
    mail: dueMail,
  };
}
