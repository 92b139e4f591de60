import type { Tenant } from '@plotline/kit/core/caller';
import type { Context } from '../../context.js';

type WakeContext = Pick<Context, 'connections' | 'hookEvents' | 'outboundJobs' | 'clock'>;

/** Continues the work of a connection that can be used again: events of its vendor, and records to send there. */
export async function wakeConnection(context: WakeContext, tenant: Tenant, id: string): Promise<void> {
  const { connections, hookEvents, outboundJobs, clock } = context;
  await connections.setCircuit(tenant, id, null);
  await hookEvents.wake(tenant, id, clock());
  await outboundJobs.wake(tenant, id, clock());
}
