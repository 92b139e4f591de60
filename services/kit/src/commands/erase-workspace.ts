import { runCommand } from '../process/command-line.js';
import { readConfig, serviceSpecs } from '../process/config.js';
import { createRuntime } from '../process/runtime.js';
import { erasureCommand, runErasure } from '../workspace-data/erase-workspace.js';

// Removes all records of a workspace, with the environment of the service whose records they are: deploy/runbooks/workspace-data.md.
await runCommand({
  ...erasureCommand,
  run: async (line) => {
    const runtime = await createRuntime('erase-workspace', readConfig(serviceSpecs));
    try {
      return await runErasure(runtime, line);
    } finally {
      await runtime.databases.close();
    }
  },
});
