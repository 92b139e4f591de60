import { doctorCommand, runDoctor } from '@plotline/kit/ops/doctor/run-doctor';
import { runCommand } from '@plotline/kit/service/command-line';
import { createRuntime } from '@plotline/kit/service/runtime';
import { createChecks } from '../checks.js';
import { readWebhookConfig } from '../config.js';
import { createRebuilds } from '../rebuilds.js';
import { createStores } from '../stores.js';

// Reports inconsistencies among the records of the service. Runs with the service's environment.
await runCommand({
  ...doctorCommand,
  run: async () => {
    const config = readWebhookConfig();
    const runtime = await createRuntime('webhook', config);
    const stores = createStores(runtime);
    try {
      return await runDoctor(runtime, createChecks(runtime, stores, createRebuilds(runtime, stores)));
    } finally {
      await runtime.databases.close();
    }
  },
});
