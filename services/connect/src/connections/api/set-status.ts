import { ok, withVersion } from '@plotline/kit/core/answer';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Call, Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { type ConnectionStatus, setStatus } from '../model/connection.js';
import { openCredentials } from '../model/seals.js';
import { wakeConnection } from '../work/wake-connection.js';
import { checkCredentials } from './check-credentials.js';
import { renderConnection } from './read-connections.js';

async function change(context: Context, call: Call, status: ConnectionStatus, description: string) {
  const { answer } = await context.connections.change(call, call.path('id'), {
    type: 'status_change',
    description,
    decide: (before, at) => {
      assertIfMatch(call.header, before);
      return setStatus(before, status, at);
    },
    toAnswer: (connection) => withVersion(ok(renderConnection(context, connection)), connection.version),
  });
  return answer;
}

/**
 * POST /v1/connections/:id/enable. Checks the credentials first, because a connection must not be active with refused
 * credentials.
 */
export function enableConnection(context: Context): Handler {
  const { connections, providers, seals } = context;
  return async (call) => {
    const connection = await connections.getExisting(call.caller, call.path('id'));
    const { id, settings } = connection;
    const provider = providers[connection.provider];
    if (connection.status !== 'active') {
      const values = { mode: call.caller.mode, settings, credentials: openCredentials(seals, connection) };
      await checkCredentials(context, call.caller, { id, provider, values });
    }
    const answer = await change(context, call, 'active', 'The connection was enabled.');
    await wakeConnection(context, call.caller, id);
    return answer;
  };
}

/** POST /v1/connections/:id/disable */
export function disableConnection(context: Context): Handler {
  return (call) => change(context, call, 'disabled', 'The connection was disabled.');
}
