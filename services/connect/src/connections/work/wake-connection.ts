import type { Tenant } from '@plotline/kit/core/caller';
import type { Context } from '../../context.js';

type WakeContext = Pick<Context, 'connections' | 'emails' | 'hookEvents' | 'outboundJobs' | 'documentJobs' | 'clock'>;

/** Resumes the work of a connection that can be used again: its vendor's events, and the records and emails to send. */
export async function wakeConnection(context: WakeContext, tenant: Tenant, id: string): Promise<void> {
  const { connections, emails, hookEvents, outboundJobs, documentJobs, clock } = context;
  await connections.setCircuit(tenant, id, null);
  await hookEvents.wake(tenant, id, clock());
  await outboundJobs.wake(tenant, id, clock());
  await emails.wake(tenant, id, clock());
  await documentJobs.wake(tenant, clock());
}
