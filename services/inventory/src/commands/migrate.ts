import { migrateInventory } from '../migrate.js';

// A job of its own, before a version is rolled out.
await migrateInventory(process.env);
