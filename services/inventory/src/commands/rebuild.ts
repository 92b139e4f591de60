import { rebuildCommand, runRebuilds } from '@plotline/kit/ops/rebuilds/run-rebuilds';
import { runCommand } from '@plotline/kit/service/command-line';
import { createRuntime } from '@plotline/kit/service/runtime';
import { readInventoryConfig } from '../config.js';
import { createRebuilds } from '../rebuilds.js';
import { createStores } from '../stores.js';

// Has the running processes of the service compute anew what follows from other records, with the environment of the service.
await runCommand({
  ...rebuildCommand,
  run: async ({ positionals: names }) => {
    const runtime = await createRuntime('inventory', readInventoryConfig());
    try {
      const stores = createStores(runtime);
      await runRebuilds(runtime, stores.sandboxResets.jobs, createRebuilds(runtime, stores), names);
    } finally {
      await runtime.databases.close();
    }
  },
});
