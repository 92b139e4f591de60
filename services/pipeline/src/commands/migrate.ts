import { runCommand } from '@plotline/kit/service/command-line';
import { migratePipeline } from '../migrate.js';

// Migrates the databases. Runs as a separate job before a new release is rolled out.
await runCommand({
  usage: `Usage: migrate.js
  Brings the databases of the service to what this version needs: collections, indexes and numbered migrations. It may be repeated.`,
  options: {},
  logsToOutput: true,
  run: () => migratePipeline(process.env),
});
