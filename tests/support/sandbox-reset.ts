import type { SandboxResets } from '@plotline/kit/ops/sandbox/sandbox-resets';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { expect } from 'chai';
import { eventually } from './eventually.js';
import type { StartedService } from './started-service.js';

/** The collections of the sandbox database that have records of a workspace, sorted. */
export async function listFilled({ declared, databases }: ServiceRuntime, workspaceId = 'ws_test'): Promise<string[]> {
  const filled = await Promise.all(
    declared.map(async ({ name }) => {
      const count = await databases.sandbox.collection(name).countDocuments({ workspace_id: workspaceId });
      return count > 0 ? [name] : [];
    }),
  );
  return filled.flat().sort();
}

/** What a reset leaves besides what a service keeps. */
const ownRecords = ['maintenance_jobs', 'maintenance_jobs_locks', 'sandbox_reset_times'];

/** A running service that resets its sandbox. */
type ServiceWithSandbox = StartedService<{ readonly sandboxResets: SandboxResets }>;

/** Resets the sandbox of a workspace of a running service, which then has records of it in the collections `kept` at most. */
export async function resetSandbox(
  { runtime, context }: ServiceWithSandbox,
  kept: readonly string[],
  workspaceId = 'ws_test',
): Promise<void> {
  await context.sandboxResets.start({ workspaceId, startedAt: runtime.clock() }, 'req_reset');
  const allowed = new Set([...kept, ...ownRecords]);
  await eventually(async () => {
    const filled = await listFilled(runtime, workspaceId);
    expect(filled.filter((name) => !allowed.has(name))).to.deep.equal([]);
    // One that still runs would remove what a test stores next, where the clock of the service was put ahead.
    const running = { status: 'running' };
    expect(await context.sandboxResets.jobs.collection.acrossWorkspaces('sandbox').count(running)).to.equal(0);
  });
}
