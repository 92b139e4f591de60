import type { Consumer } from '@plotline/kit/broker/consume';
import { type InboundEvent, parseEnvelope, readText } from '@plotline/kit/broker/message';
import { createBatcher } from '@plotline/kit/core/batcher';
import type { Tenant } from '@plotline/kit/core/caller';
import { newId } from '@plotline/kit/core/ids';
import type { Context } from '../../context.js';
import { groupByAgent } from '../model/group-by-agent.js';
import { type OverdueInvoice, reportOverdue } from '../model/overdue-notice.js';

/** Maximum number of events that the broker delivers at the same time. Events of one workspace share notices. */
const maxBatch = 128;
/** Minimum time between batches of one workspace. Many invoices become overdue at the start of a day. */
const intervalMs = 2_000;

interface TenantInvoice extends OverdueInvoice {
  readonly tenant: Tenant;
}

function readInvoice({ payload, mode }: InboundEvent): TenantInvoice {
  const { id: eventId, workspace_id: workspaceId, data } = parseEnvelope(payload);
  return {
    tenant: { workspaceId, mode },
    eventId,
    invoiceId: readText(data, 'invoice_id'),
    number: readText(data, 'number'),
    leadId: readText(data, 'lead_id'),
    agentId: readText(data, 'agent_id'),
  };
}

/** Consumes the internal event `overdue.invoice` of pipeline: creates one notice for each agent. */
export function recordOverdueInvoices({ noticeWriter, clock }: Pick<Context, 'noticeWriter' | 'clock'>): Consumer {
  const record = createBatcher<TenantInvoice, void>({
    key: ({ tenant }) => tenant.workspaceId,
    maxBatch,
    toIntervalMs: () => intervalMs,
    run: async (invoices) => {
      const [first] = invoices;
      if (!first) return;
      const now = clock();
      await noticeWriter.writeOnce(first.tenant, invoices, now, async (untold) => {
        const groups = [...groupByAgent(untold).values()];
        return { added: groups.map((group) => reportOverdue(group, { id: newId('ntf'), now })), changed: [] };
      });
    },
  });
  return {
    queue: 'webhook.overdue-invoices',
    bindings: ['overdue.invoice'],
    prefetch: maxBatch,
    handle: async (event) => {
      if (event.mode === 'live') await record(readInvoice(event));
    },
  };
}
