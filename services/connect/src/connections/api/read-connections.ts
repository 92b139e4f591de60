import { ok, page, selectFields, withVersion } from '@plotline/kit/core/answer';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import type { Connection } from '../model/connection.js';
import { toConnectionJson } from '../model/connection-json.js';
import type { ConnectionQuery } from '../store/connections.js';

interface FieldsQuery {
  readonly fields?: readonly string[];
}

/**
 * Renders a single connection with the hook address that its vendor calls, and the email address whose mail the vendor
 * posts there. An address is null if the vendor has none.
 */
export function renderConnection(
  { providers, seals, apiUrl, simulatorUrl }: Pick<Context, 'providers' | 'seals' | 'apiUrl' | 'simulatorUrl'>,
  connection: Connection,
) {
  const { id, provider, hook_token: sealed, inbound_address = null } = connection;
  const hasHooks = providers[provider].hooks !== null;
  const hook_url = hasHooks ? `${apiUrl}/hooks/${provider}/${seals.hookTokens.open(sealed, id)}` : null;
  const simulator_url = simulatorUrl && `${simulatorUrl}/`;
  return { ...toConnectionJson(connection, simulatorUrl !== null), hook_url, inbound_address, simulator_url };
}

/** GET /v1/connections. A list has no addresses of hooks. */
export function listConnections({
  connections,
  simulatorUrl,
}: Context): Handler<unknown, ConnectionQuery & FieldsQuery> {
  return async ({ caller, query }) => {
    const { records, info } = await connections.list(caller, query);
    return page(
      records.map((connection) => selectFields(toConnectionJson(connection, simulatorUrl !== null), query.fields)),
      info,
    );
  };
}

/** GET /v1/connections/:id */
export function getConnection(context: Context): Handler<unknown, FieldsQuery> {
  return async ({ caller, path, query }) => {
    const connection = await context.connections.getExisting(caller, path('id'));
    return withVersion(ok(selectFields(renderConnection(context, connection), query.fields)), connection.version);
  };
}
