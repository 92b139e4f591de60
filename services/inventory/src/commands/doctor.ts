import { doctorCommand, runDoctor } from '@plotline/kit/ops/doctor/run-doctor';
import { createPeer } from '@plotline/kit/rpc/client';
import { runCommand } from '@plotline/kit/service/command-line';
import { createRuntime } from '@plotline/kit/service/runtime';
import { createChecks } from '../checks.js';
import { readInventoryConfig } from '../config.js';
import { createContext } from '../context.js';
import { createAgentDirectory } from '../peers/agent-directory.js';
import { createRebuilds } from '../rebuilds.js';

// Reports inconsistencies among the records of the service and with those of its peers. Uses the environment of the
// service.
await runCommand({
  ...doctorCommand,
  run: async () => {
    const config = readInventoryConfig();
    const runtime = await createRuntime('inventory', config);
    const team = createPeer({ name: 'team', address: config.TEAM_GRPC, callerKeys: runtime.callerKeys });
    const context = createContext(runtime, createAgentDirectory(team));
    try {
      return await runDoctor(runtime, createChecks(context, createRebuilds(runtime, context)));
    } finally {
      team.close();
      await runtime.databases.close();
    }
  },
});
