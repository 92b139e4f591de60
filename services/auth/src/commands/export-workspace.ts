import { exportMatches, exportRecords } from '@plotline/kit/ops/workspace-data/workspace-data';
import { CommandError, runCommand } from '@plotline/kit/service/command-line';
import { withContext } from '../with-context.js';

// Prints all records of a workspace and the accounts of its members. See deploy/runbooks/workspace-data.md.
await runCommand({
  usage: `Usage: export-workspace.js <workspace id>
  Prints all records that the service has of the workspace and the accounts of its members, one JSON object a line, without secrets.`,
  options: {},
  positionals: { min: 1, max: 1 },
  run: ({ positionals: [workspaceId = ''] }) =>
    withContext(async ({ runtime, workspaces, memberships }) => {
      if (!(await workspaces.get(workspaceId))) throw new CommandError(`There is no workspace ${workspaceId}.`);
      const ids = (await memberships.listByWorkspace({ workspaceId })).map(({ person_id }) => person_id);
      const people = { mode: 'live', collection: 'people', filter: { _id: { $in: ids } } } as const;
      await exportMatches(runtime, people, process.stdout);
      await exportRecords(runtime, workspaceId, process.stdout);
    }),
});
