import { rebuildCommand, runRebuilds } from '@plotline/kit/ops/rebuilds/run-rebuilds';
import { runCommand } from '@plotline/kit/service/command-line';
import { createRuntime } from '@plotline/kit/service/runtime';
import { readWebhookConfig } from '../config.js';
import { createRebuilds } from '../rebuilds.js';
import { createStores } from '../stores.js';

// Makes the running processes of the service recompute derived records. Runs with the service's environment.
await runCommand({
  ...rebuildCommand,
  run: async ({ positionals: names }) => {
    const runtime = await createRuntime('webhook', readWebhookConfig());
    try {
      const stores = createStores(runtime);
      await runRebuilds(runtime, stores.sandboxResets.jobs, createRebuilds(runtime, stores), names);
    } finally {
      await runtime.databases.close();
    }
  },
});
