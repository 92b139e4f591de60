import { backgroundBudgetMs } from '@plotline/kit/core/time';
import { doctorCommand, runDoctor } from '@plotline/kit/ops/doctor/run-doctor';
import { createPeer } from '@plotline/kit/rpc/client';
import { runCommand } from '@plotline/kit/service/command-line';
import { createRuntime } from '@plotline/kit/service/runtime';
import { createChecks } from '../checks.js';
import { readConnectConfig } from '../config.js';
import { createLeadFiles } from '../peers/lead-files.js';
import { createStores } from '../stores.js';

// Reports inconsistencies between the records of this service, and between its documents and transfer's files. Uses the
// service's environment.
await runCommand({
  ...doctorCommand,
  run: async () => {
    const config = readConnectConfig();
    const runtime = await createRuntime('connect', config);
    const { callerKeys, metrics, clock } = runtime;
    const address = config.TRANSFER_GRPC;
    const transfer = createPeer({ name: 'transfer', address, callerKeys, metrics, timeoutMs: backgroundBudgetMs });
    const context = { ...createStores(runtime), runtime, clock, leadFiles: createLeadFiles(transfer) };
    try {
      return await runDoctor(runtime, createChecks(context));
    } finally {
      transfer.close();
      await runtime.databases.close();
    }
  },
});
