import { doctorCommand, runDoctor } from '@plotline/kit/ops/doctor/run-doctor';
import { runCommand } from '@plotline/kit/service/command-line';
import { createChecks } from '../checks.js';
import { withContext } from '../with-context.js';

// Finds records of the service that contradict each other or the team service's agents. The operator runs this with the
// service's environment.
await runCommand({
  ...doctorCommand,
  run: () => withContext((context) => runDoctor(context.runtime, createChecks(context))),
});
