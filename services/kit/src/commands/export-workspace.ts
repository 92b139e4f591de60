import { exportRecords } from '../ops/workspace-data/export-records.js';
import { runCommand } from '../service/command-line.js';
import { readConfig, serviceSpecs } from '../service/config.js';
import { createRuntime } from '../service/runtime.js';

// Prints all records of a workspace, with the environment of the service whose records they are: deploy/runbooks/workspace-data.md.
await runCommand({
  usage: `Usage: export-workspace.js <workspace id>
  Prints all records that the service has of the workspace, one JSON object a line, without secrets.`,
  options: {},
  positionals: { min: 1, max: 1 },
  run: async ({ positionals: [workspaceId = ''] }) => {
    const runtime = await createRuntime('export-workspace', readConfig(serviceSpecs));
    try {
      const count = await exportRecords(runtime, workspaceId, process.stdout);
      // Not a fault: a workspace without imports has none in transfer. The command of auth knows which workspaces there are.
      if (count === 0) process.stderr.write(`The service has no record of ${workspaceId}.\n`);
    } finally {
      await runtime.databases.close();
    }
  },
});
