import { doctorCommand, runDoctor } from '@plotline/kit/ops/doctor/run-doctor';
import { runCommand } from '@plotline/kit/service/command-line';
import { createChecks } from '../checks.js';
import { withContext } from '../with-context.js';

// Tells what does not agree among the records of the service, and with the agents, with the environment of the service.
await runCommand({
  ...doctorCommand,
  run: () => withContext((context) => runDoctor(context.runtime, createChecks(context))),
});
