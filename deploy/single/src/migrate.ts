import { runCommand } from '@plotline/kit/service/command-line';
import { toUnitEnvironment } from './unit-environment.js';
import { services } from './units.js';

// A job of its own, before a version is rolled out: what the migration jobs of the services do, in one process.
await runCommand({
  usage: `Usage: migrate.js
  Brings the databases of all services to what this version needs. It may be repeated.`,
  options: {},
  logsToOutput: true,
  run: async () => {
    await Promise.all(services.map(({ name, migrate }) => migrate(toUnitEnvironment(process.env, name))));
  },
});
