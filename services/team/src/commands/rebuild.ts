import { runRebuilds } from '@plotline/kit/process/rebuild';
import { createRuntime } from '@plotline/kit/process/runtime';
import { readTeamConfig } from '../config.js';
import { createStores } from '../stores.js';

// Computes what follows from other records anew, while the service runs, with the environment of the service.
const config = readTeamConfig();
const runtime = await createRuntime('team', config);
const { agents } = createStores(runtime);
await runRebuilds(runtime, {
  agents: (mode) => agents.rebuildDerived(mode),
});
await runtime.databases.close();
