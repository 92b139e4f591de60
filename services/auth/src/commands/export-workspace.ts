import { createRuntime } from '@plotline/kit/process/runtime';
import { exportMatches, exportRecords } from '@plotline/kit/workspace-data/export-records';
import { readAuthConfig } from '../config.js';
import { createContext } from '../context.js';

// Prints all records of a workspace, and the accounts of its members: deploy/runbooks/workspace-data.md.
const [workspaceId, ...others] = process.argv.slice(2);
if (workspaceId === undefined || others.length > 0) {
  process.stderr.write('Usage: export-workspace.js <workspace id>\n');
  process.exitCode = 2;
} else {
  const config = readAuthConfig();
  const runtime = await createRuntime('auth', config);
  const { memberships, teamPeer } = createContext(runtime, config);
  const ids = (await memberships.listByWorkspace({ workspaceId })).map(({ person_id }) => person_id);
  await exportMatches(runtime, { mode: 'live', collection: 'people', filter: { _id: { $in: ids } } }, process.stdout);
  await exportRecords(runtime, workspaceId, process.stdout);
  teamPeer.close();
  await runtime.databases.close();
}
