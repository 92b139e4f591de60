import { signErasurePermit } from '@plotline/kit/ops/workspace-data/erasure-permit';
import { CommandError, runCommand, UsageError } from '@plotline/kit/service/command-line';
import { withContext } from '../with-context.js';
import { eraseWorkspace, findObjection } from '../workspaces/api/erase-workspace.js';

// The first step of an erasure: deploy/runbooks/workspace-data.md. It may be repeated; a workspace that is gone needs nobody's consent.
await runCommand({
  usage: `Usage: erase-workspace.js <workspace id> [--confirm <its name>]
  Removes the workspace from this service, and tells the permit with which the other services remove their records of it.
  Without --confirm only a workspace whose owners asked for it, 30 days ago or earlier.`,
  options: { confirm: { type: 'string' } },
  positionals: { min: 1, max: 1 },
  run: ({ values, positionals: [workspaceId = ''] }) => {
    if (!workspaceId.startsWith('ws_')) throw new UsageError(`${workspaceId} is no id of a workspace.`);
    return withContext(async (context) => {
      const { runtime, workspaces } = context;
      const workspace = await workspaces.get(workspaceId);
      const objection = workspace && findObjection(workspace, values.confirm, runtime.clock());
      if (objection) throw new CommandError(objection);
      // First: without it an erasure that is interrupted here could not go on elsewhere.
      process.stdout.write(`permit: ${signErasurePermit(workspaceId, runtime.callerKeys)}\n`);
      const count = await eraseWorkspace(context, workspaceId);
      process.stdout.write(`records of ${workspaceId} that were removed: ${count}\n`);
    });
  },
});
