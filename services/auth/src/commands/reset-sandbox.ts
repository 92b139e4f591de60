import { createSystemCaller } from '@plotline/kit/core/caller';
import { newId } from '@plotline/kit/core/ids';
import { toResetEvent } from '@plotline/kit/ops/sandbox/sandbox-resets';
import { CommandError, runCommand } from '@plotline/kit/service/command-line';
import { directory } from '../directory/store/tenants.js';
import { withContext } from '../with-context.js';

// The operator runs this with the service's environment.
await runCommand({
  usage: `Usage: reset-sandbox.js <workspace id or '*'>
  Resets the sandbox of the workspace, or of all with '*', once the service runs.`,
  options: {},
  positionals: { min: 1, max: 1 },
  run: ({ positionals: [workspaceId = ''] }) =>
    withContext(async ({ runtime, workspaces, roleAssignments }) => {
      if (workspaceId !== '*' && !(await workspaces.get(workspaceId))) {
        throw new CommandError(`There is no workspace ${workspaceId}.`);
      }
      const caller = createSystemCaller(directory, 'operator', newId('req'));
      await runtime.journal.commit({ caller }, async (session, { at }) => {
        if (workspaceId !== '*') await roleAssignments.forgetSandboxAgents(workspaceId, session);
        const events = [toResetEvent({ workspaceId, startedAt: at })];
        const entry = { subject: workspaceId, type: 'sandbox_reset', description: 'The sandbox was reset.', events };
        return { entries: [entry] };
      });
      process.stdout.write(`the reset of the sandbox of ${workspaceId} is published once the service runs\n`);
    }),
});
