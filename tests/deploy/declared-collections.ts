import { createStores as createAuthStores } from '@plotline/auth/stores';
import { createStores as createInventoryStores } from '@plotline/inventory/stores';
import { IdempotencyKeys, idempotencyCollection } from '@plotline/kit/idempotency/keys';
import { Lease, leaseCollection } from '@plotline/kit/jobs/lease';
import { declaredJournal, Journal } from '@plotline/kit/journal/journal';
import { createKeyring } from '@plotline/kit/keyring';
import { Collection, type Versioned } from '@plotline/kit/mongo/collection';
import type { Databases } from '@plotline/kit/mongo/connect';
import type { DeclaredCollection } from '@plotline/kit/mongo/indexes';
import type { CollectionOptions } from '@plotline/kit/mongo/record-model';
import { createLog } from '@plotline/kit/process/log';
import { createMetrics } from '@plotline/kit/process/metrics';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import { createStores as createPipelineStores } from '@plotline/pipeline/stores';
import { createStores as createTeamStores } from '@plotline/team/stores';
import { createStores as createTransferStores } from '@plotline/transfer/stores';
import { createStores as createWebhookStores } from '@plotline/webhook/stores';
import mongoose from 'mongoose';

const keys = createKeyring('declares_collections_in_tests_alone');

const storesByService: Readonly<Record<string, (runtime: ServiceRuntime) => unknown>> = {
  auth: (runtime) => createAuthStores(runtime, keys, keys),
  inventory: createInventoryStores,
  pipeline: createPipelineStores,
  team: createTeamStores,
  transfer: createTransferStores,
  webhook: createWebhookStores,
};

/** A runtime without a database: stores declare on it what they store, and can ask nothing. */
function createRuntimeWithoutDatabase(name: string): ServiceRuntime {
  const databases: Databases = {
    live: mongoose.createConnection(),
    sandbox: mongoose.createConnection(),
    isReady: async () => false,
    close: async () => undefined,
  };
  const clock = () => new Date();
  const idempotency = new IdempotencyKeys(databases, keys);
  const declared = [declaredJournal, idempotencyCollection, leaseCollection];
  return {
    name,
    callerKeys: keys,
    log: createLog(name, 'silent'),
    metrics: createMetrics(name),
    databases,
    journal: new Journal(databases, idempotency, clock),
    idempotency,
    lease: new Lease(databases),
    clock,
    collection: <T extends Versioned>(options: CollectionOptions<T>) => {
      const collection = new Collection<T>(databases, options);
      declared.push(collection.declared);
      return collection;
    },
    declare: (collection) => void declared.push(collection),
    declared,
  };
}

/** What the services store, by name of the service, without a database. */
export function listDeclaredCollections(): ReadonlyMap<string, readonly DeclaredCollection[]> {
  return new Map(
    Object.entries(storesByService).map(([name, createStores]) => {
      const runtime = createRuntimeWithoutDatabase(name);
      createStores(runtime);
      return [name, runtime.declared];
    }),
  );
}
