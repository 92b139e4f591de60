import { withMaintenance } from '@plotline/kit/ops/rebuilds/run-rebuilds';
import type { Service } from '@plotline/kit/service/service';
import { createCallRetention } from './calls/work/retention.js';
import { createConnection } from './connections/api/create-connection.js';
import { deleteConnection } from './connections/api/delete-connection.js';
import { listCalls } from './connections/api/list-calls.js';
import { listProviders } from './connections/api/list-providers.js';
import { getConnection, listConnections } from './connections/api/read-connections.js';
import { disableConnection, enableConnection } from './connections/api/set-status.js';
import { testConnection } from './connections/api/test-connection.js';
import { updateConnection } from './connections/api/update-connection.js';
import type { Context } from './context.js';
import { migrations } from './stores.js';

/** Registers the endpoints and workers of this service. */
export function createService(context: Context): Service {
  const { runtime } = context;
  return withMaintenance(
    runtime,
    { resets: context.sandboxResets },
    {
      contract: new URL('../openapi.yaml', import.meta.url),
      migrations,
      handlers: {
        listConnectionProviders: listProviders(context),
        listConnections: listConnections(context),
        createConnection: createConnection(context),
        getConnection: getConnection(context),
        updateConnection: updateConnection(context),
        deleteConnection: deleteConnection(context),
        testConnection: testConnection(context),
        enableConnection: enableConnection(context),
        disableConnection: disableConnection(context),
        listConnectionCalls: listCalls(context),
      },
      workers: [createCallRetention(context)],
    },
  );
}
