import { toUnitEnvironment } from './unit-environment.js';
import { services } from './units.js';

// A job of its own, before a version is rolled out: what the migration jobs of the services do, in one process.
await Promise.all(services.map(({ name, migrate }) => migrate(toUnitEnvironment(process.env, name))));
