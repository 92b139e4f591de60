import { createStores as createAuthStores } from '@plotline/auth/stores';
import { createStores as createInventoryStores } from '@plotline/inventory/stores';
import { createKeyring } from '@plotline/kit/core/secrets';
import { createRuntimeOn, type ServiceRuntime } from '@plotline/kit/service/runtime';
import { type Databases, ServerWatch } from '@plotline/kit/store/connection/connect';
import type { DeclaredCollection } from '@plotline/kit/store/indexes';
import { createStores as createPipelineStores } from '@plotline/pipeline/stores';
import { createStores as createTeamStores } from '@plotline/team/stores';
import { createStores as createTransferStores } from '@plotline/transfer/stores';
import { createStores as createWebhookStores } from '@plotline/webhook/stores';
import mongoose from 'mongoose';
import { callerKeyVariables } from '../support/caller-keys.js';

const secret = 'declares_collections_in_tests_alone';
const keys = createKeyring(secret);

const storesByService: Readonly<Record<string, (runtime: ServiceRuntime) => unknown>> = {
  auth: (runtime) => createAuthStores(runtime, keys, keys),
  inventory: createInventoryStores,
  pipeline: createPipelineStores,
  team: createTeamStores,
  transfer: createTransferStores,
  webhook: createWebhookStores,
};

/** Creates a runtime without a database. Stores can declare their collections on it, but can't run queries. */
function createRuntimeWithoutDatabase(name: string): ServiceRuntime {
  const databases: Databases = {
    live: mongoose.createConnection(),
    sandbox: mongoose.createConnection(),
    watch: new ServerWatch('mongodb://127.0.0.1:1'),
    close: async () => undefined,
  };
  const config = {
    ...callerKeyVariables(name),
    ANSWER_SEAL_SECRET: secret,
    ANSWER_SEAL_SECRET_PREVIOUS: '',
    LOG_LEVEL: 'silent',
  };
  return createRuntimeOn(databases, name, config);
}

/** Lists the collections of each service by the service's name, without a database. */
export function listDeclaredCollections(): ReadonlyMap<string, readonly DeclaredCollection[]> {
  return new Map(
    Object.entries(storesByService).map(([name, createStores]) => {
      const runtime = createRuntimeWithoutDatabase(name);
      createStores(runtime);
      return [name, runtime.declared];
    }),
  );
}
