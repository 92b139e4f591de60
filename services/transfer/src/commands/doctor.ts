import { doctorCommand, runDoctor } from '@plotline/kit/ops/doctor/run-doctor';
import { runCommand } from '@plotline/kit/service/command-line';
import { createRuntime } from '@plotline/kit/service/runtime';
import { createChecks } from '../checks.js';
import { readTransferConfig } from '../config.js';
import { openFileStore } from '../files/store/open-file-store.js';
import { createStores } from '../stores.js';

// Reports inconsistencies among the records of the service, and between the records and the files. Runs with the
// service's environment.
await runCommand({
  ...doctorCommand,
  run: async () => {
    const config = readTransferConfig();
    const runtime = await createRuntime('transfer', config);
    const files = await openFileStore(config);
    try {
      return await runDoctor(runtime, createChecks({ runtime, files, ...createStores(runtime) }));
    } finally {
      await runtime.databases.close();
    }
  },
});
