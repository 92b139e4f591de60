import { runCommand } from '@plotline/kit/service/command-line';
import { migrateConnect } from '../migrate.js';

// Runs as a separate job before a release is rolled out.
await runCommand({
  usage: `Usage: migrate.js
  Brings the databases of the service to what this version needs: collections, indexes and numbered migrations. It may be repeated.`,
  options: {},
  logsToOutput: true,
  run: () => migrateConnect(process.env),
});
