import type { SandboxResets } from '@plotline/kit/ops/sandbox/sandbox-resets';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { expect } from 'chai';
import { eventually } from './eventually.js';
import type { StartedService } from './started-service.js';

/** Returns the sandbox database's collections that have records of a workspace, sorted. */
export async function listFilled({ declared, databases }: ServiceRuntime, workspaceId = 'ws_test'): Promise<string[]> {
  const filled = await Promise.all(
    declared.map(async ({ name }) => {
      const count = await databases.sandbox.collection(name).countDocuments({ workspace_id: workspaceId });
      return count > 0 ? [name] : [];
    }),
  );
  return filled.flat().sort();
}

/** Records that a reset keeps, in addition to those that every service keeps. */
const ownRecords = ['maintenance_jobs', 'maintenance_jobs_locks', 'sandbox_reset_times'];

/** Running service whose sandbox is reset. */
type ServiceWithSandbox = StartedService<{ readonly sandboxResets: SandboxResets }>;

/** Resets a workspace's sandbox in a running service. Afterwards, only the collections `kept` may have records. */
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
    // Waits for the end of the reset. If the service's clock was moved ahead, a running reset would remove records that
    // a test stores next.
    const running = { status: 'running' };
    expect(await context.sandboxResets.jobs.collection.acrossWorkspaces('sandbox').count(running)).to.equal(0);
  });
}
