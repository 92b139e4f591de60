import { doctorCommand, runDoctor } from '@plotline/kit/ops/doctor/run-doctor';
import { runCommand } from '@plotline/kit/service/command-line';
import { openArchive } from '@plotline/kit/service/journal-archive';
import { createRuntime } from '@plotline/kit/service/runtime';
import { createChecks } from '../checks.js';
import { readPipelineConfig } from '../config.js';
import { createContext } from '../context.js';
import { createRebuilds } from '../rebuilds.js';

// Reports inconsistencies among the service's records, and between these records and those of its peers. Runs with the
// service's environment.
await runCommand({
  ...doctorCommand,
  run: async () => {
    const config = readPipelineConfig();
    const runtime = await createRuntime('pipeline', config, { archive: await openArchive(config) });
    const context = createContext(runtime, config);
    try {
      return await runDoctor(runtime, createChecks(context, createRebuilds(runtime, context)));
    } finally {
      context.authPeer.close();
      context.inventoryPeer.close();
      context.teamPeer.close();
      await runtime.databases.close();
    }
  },
});
