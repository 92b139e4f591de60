import { doctorCommand, runDoctor } from '@plotline/kit/ops/doctor/run-doctor';
import { runCommand } from '@plotline/kit/service/command-line';
import { createRuntime } from '@plotline/kit/service/runtime';
import { createChecks } from '../checks/create-checks.js';
import { readWebhookConfig } from '../config.js';
import { createRebuilds } from '../rebuilds.js';
import { createStores } from '../stores.js';

// Tells what does not agree among the records of the service, with the environment of the service.
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
