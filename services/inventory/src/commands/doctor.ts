import { doctorCommand, runDoctor } from '@plotline/kit/ops/doctor/run-doctor';
import { createPeer } from '@plotline/kit/rpc/client';
import { runCommand } from '@plotline/kit/service/command-line';
import { openArchive } from '@plotline/kit/service/journal-archive';
import { createRuntime } from '@plotline/kit/service/runtime';
import { createChecks } from '../checks.js';
import { readInventoryConfig } from '../config.js';
import { createContext } from '../context.js';
import { createAgentDirectory } from '../peers/agent-directory.js';
import { createLeadDirectory } from '../peers/lead-directory.js';
import { createMilestoneInvoicing } from '../peers/milestone-invoicing.js';
import { createRebuilds } from '../rebuilds.js';

// Reports inconsistencies within the records of the service and with the records of its peers. Uses the environment of
// the service.
await runCommand({
  ...doctorCommand,
  run: async () => {
    const config = readInventoryConfig();
    const runtime = await createRuntime('inventory', config, { archive: await openArchive(config) });
    const { callerKeys } = runtime;
    const team = createPeer({ name: 'team', address: config.TEAM_GRPC, callerKeys });
    const pipeline = createPeer({ name: 'pipeline', address: config.PIPELINE_GRPC, callerKeys });
    const peers = {
      agents: createAgentDirectory(team),
      leads: createLeadDirectory(pipeline),
      invoicing: createMilestoneInvoicing(pipeline),
    };
    const context = createContext(runtime, peers);
    try {
      return await runDoctor(runtime, createChecks(context, createRebuilds(runtime, context)));
    } finally {
      team.close();
      pipeline.close();
      await runtime.databases.close();
    }
  },
});
