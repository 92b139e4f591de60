import { exportRecords } from '../ops/workspace-data/workspace-data.js';
import { runCommand } from '../service/command-line.js';
import { readConfig, serviceSpecs } from '../service/config.js';
import { archiveSpecs, assertArchiveReadable, openArchive } from '../service/journal-archive.js';
import { createRuntime } from '../service/runtime.js';

// Prints all records of a workspace, in the environment of the service that owns them
// (deploy/runbooks/workspace-data.md).
await runCommand({
  usage: `Usage: export-workspace.js <workspace id>
  Prints the service's records of the workspace, one JSON object a line, without secrets.`,
  options: {},
  positionals: { min: 1, max: 1 },
  run: async ({ positionals: [workspaceId = ''] }) => {
    const config = readConfig({ ...serviceSpecs, ...archiveSpecs });
    const runtime = await createRuntime('export-workspace', config, { archive: await openArchive(config) });
    try {
      await assertArchiveReadable(runtime);
      const count = await exportRecords(runtime, workspaceId, process.stdout);
      // Not an error. A workspace without imports, for example, has no records in transfer. Only auth's command knows
      // all workspaces.
      if (count === 0) process.stderr.write(`The service has no record of ${workspaceId}.\n`);
    } finally {
      await runtime.databases.close();
    }
  },
});
