import { migrateAuth } from '@plotline/auth/migrate';
import { startAuth } from '@plotline/auth/start';
import { migrateConnect } from '@plotline/connect/migrate';
import { startConnect } from '@plotline/connect/start';
import { migrateInventory } from '@plotline/inventory/migrate';
import { startInventory } from '@plotline/inventory/start';
import type { StartedUnit, Transports } from '@plotline/kit/service/transports';
import { migratePipeline } from '@plotline/pipeline/migrate';
import { startPipeline } from '@plotline/pipeline/start';
import { migrateTeam } from '@plotline/team/migrate';
import { startTeam } from '@plotline/team/start';
import { migrateTransfer } from '@plotline/transfer/migrate';
import { startTransfer } from '@plotline/transfer/start';
import { migrateWebhook } from '@plotline/webhook/migrate';
import { startWebhook } from '@plotline/webhook/start';

/** Functions that start and migrate a service, as in the service's own program. */
export interface SingleService {
  readonly name: string;
  start(environment: NodeJS.ProcessEnv, transports: Transports): Promise<StartedUnit>;
  migrate(environment: NodeJS.ProcessEnv): Promise<void>;
}

export const services: readonly SingleService[] = [
  { name: 'auth', start: startAuth, migrate: migrateAuth },
  { name: 'connect', start: startConnect, migrate: migrateConnect },
  { name: 'inventory', start: startInventory, migrate: migrateInventory },
  { name: 'pipeline', start: startPipeline, migrate: migratePipeline },
  { name: 'team', start: startTeam, migrate: migrateTeam },
  { name: 'transfer', start: startTransfer, migrate: migrateTransfer },
  { name: 'webhook', start: startWebhook, migrate: migrateWebhook },
];
