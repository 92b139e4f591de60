import { signErasurePermit } from '@plotline/kit/ops/workspace-data/workspace-data';
import { CommandError, runCommand, UsageError } from '@plotline/kit/service/command-line';
import { withContext } from '../with-context.js';
import { eraseWorkspace } from '../workspaces/api/erase-workspace.js';
import { findObjection } from '../workspaces/model/deletion.js';

// Runs the first step of an erasure (deploy/runbooks/workspace-data.md). Safe to repeat. A workspace that no longer
// exists needs no consent.
await runCommand({
  usage: `Usage: erase-workspace.js <workspace id> [--confirm <its name>]
  Removes the workspace from this service, and prints the permit for the other services to remove their records of it.
  Without --confirm only a workspace whose owners asked for it, 30 days ago or earlier.`,
  options: { confirm: { type: 'string' } },
  positionals: { min: 1, max: 1 },
  run: ({ values, positionals: [workspaceId = ''] }) => {
    if (!workspaceId.startsWith('ws_')) throw new UsageError(`${workspaceId} isn't the id of a workspace.`);
    return withContext(async (context) => {
      const { runtime, workspaces } = context;
      const workspace = await workspaces.get(workspaceId);
      const objection = workspace && findObjection(workspace, values.confirm, runtime.clock());
      if (objection) throw new CommandError(objection);
      // Printed first, because after an interruption the erasure can't continue in the other services without the
      // permit.
      process.stdout.write(`permit: ${signErasurePermit(workspaceId, runtime.callerKeys)}\n`);
      const count = await eraseWorkspace(context, workspaceId);
      process.stdout.write(`records of ${workspaceId} that were removed: ${count}\n`);
    });
  },
});
