import { runCommand } from '@plotline/kit/service/command-line';
import { toUnitEnvironment } from './unit-environment.js';
import { services } from './units.js';

// Runs as a job before a rollout. Does the work of all services' migration jobs in one process.
await runCommand({
  usage: `Usage: migrate.js
  Migrates the databases of all services to this version. You can run it repeatedly.`,
  options: {},
  logsToOutput: true,
  run: async () => {
    await Promise.all(services.map(({ name, migrate }) => migrate(toUnitEnvironment(process.env, name))));
  },
});
