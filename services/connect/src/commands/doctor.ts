import { doctorCommand, runDoctor } from '@plotline/kit/ops/doctor/run-doctor';
import { runCommand } from '@plotline/kit/service/command-line';
import { createRuntime } from '@plotline/kit/service/runtime';
import { createChecks } from '../checks.js';
import { readConnectConfig } from '../config.js';
import { createStores } from '../stores.js';

// Reports inconsistencies among the records of the service. Uses the environment of the service.
await runCommand({
  ...doctorCommand,
  run: async () => {
    const config = readConnectConfig();
    const runtime = await createRuntime('connect', config);
    createStores(runtime);
    try {
      return await runDoctor(runtime, createChecks(runtime));
    } finally {
      await runtime.databases.close();
    }
  },
});
