import { erasureCommand, runErasure } from '../ops/workspace-data/erase-workspace.js';
import { runCommand } from '../service/command-line.js';
import { readConfig, serviceSpecs } from '../service/config.js';
import { createRuntime } from '../service/runtime.js';

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
