import { readConfig, serviceSpecs } from '../process/config.js';
import { createRuntime } from '../process/runtime.js';
import { runErasure } from '../workspace-data/erase-workspace.js';

// Removes all records of a workspace, with the environment of the service whose records they are: deploy/runbooks/workspace-data.md.
const runtime = await createRuntime('erase-workspace', readConfig(serviceSpecs));
process.exitCode = await runErasure(runtime);
await runtime.databases.close();
