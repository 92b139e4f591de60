import { migrateTeam } from '../migrate.js';

// A job of its own, before a version is rolled out.
await migrateTeam(process.env);
