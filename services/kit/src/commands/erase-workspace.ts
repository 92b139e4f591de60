import { erasureCommand, runErasure } from '../ops/workspace-data/workspace-data.js';
import { runCommand } from '../service/command-line.js';
import { readConfig, serviceSpecs } from '../service/config.js';
import { createRuntime } from '../service/runtime.js';

// Erases all records of a workspace, in the environment of the service that owns them
// (deploy/runbooks/workspace-data.md).
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
