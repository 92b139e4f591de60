import { readConfig, serviceSpecs } from '../process/config.js';
import { createRuntime } from '../process/runtime.js';
import { exportRecords } from '../workspace-data/export-records.js';

// Prints all records of a workspace, with the environment of the service whose records they are: deploy/runbooks/workspace-data.md.
const [workspaceId, ...others] = process.argv.slice(2);
if (workspaceId === undefined || others.length > 0) {
  process.stderr.write('Usage: export-workspace.js <workspace id>\n');
  process.exitCode = 2;
} else {
  const runtime = await createRuntime('export-workspace', readConfig(serviceSpecs));
  await exportRecords(runtime, workspaceId, process.stdout);
  await runtime.databases.close();
}
