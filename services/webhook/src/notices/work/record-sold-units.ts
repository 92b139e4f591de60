import type { Consumer } from '@plotline/kit/broker/consume';
import { type InboundEvent, parseEnvelope, readOptionalText, readText } from '@plotline/kit/broker/message';
import type { Tenant } from '@plotline/kit/core/caller';
import type { Context } from '../../context.js';
import { reportSoldUnit, type SoldUnit } from '../model/sold-notice.js';

function readUnit({ payload, mode, agentId: soldBy }: InboundEvent): { tenant: Tenant; unit: SoldUnit } {
  const { id: eventId, workspace_id: workspaceId, data } = parseEnvelope(payload);
  const unit = {
    eventId,
    unitId: readText(data, 'id'),
    propertyId: readText(data, 'property_id'),
    name: readText(data, 'name'),
    agentId: readOptionalText(data, 'assigned_agent'),
    visibility: readOptionalText(data, 'visibility'),
    soldBy,
  };
  return { tenant: { workspaceId, mode }, unit };
}

/**
 * Consumes `unit.sold` and creates a notice for the unit's agent. Creates no notices in the sandbox, because its agents
 * have no accounts.
 */
export function recordSoldUnits({ noticeWriter, clock }: Pick<Context, 'noticeWriter' | 'clock'>): Consumer {
  return {
    queue: 'webhook.sold-units',
    bindings: ['unit.sold'],
    prefetch: 16,
    handle: async (event) => {
      if (event.mode === 'sandbox') return;
      const { tenant, unit } = readUnit(event);
      const now = clock();
      const notice = reportSoldUnit(unit, now);
      if (notice) await noticeWriter.add(tenant, notice, now);
    },
  };
}
