import { isDeepStrictEqual } from 'node:util';
import { ok, withVersion } from '@plotline/kit/core/answer';
import type { Mode } from '@plotline/kit/core/caller';
import { conflict, invalid, type ProblemDetail } from '@plotline/kit/core/errors';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import type { FieldValues } from '../../vendors/model/field-values.js';
import type { Provider } from '../../vendors/model/provider.js';
import { type Connection, editConnection } from '../model/connection.js';
import { findValueFaults, mergeValues, type PatchedValues } from '../model/merge-values.js';
import { openCredentials } from '../model/seals.js';
import { wakeConnection } from '../work/wake-connection.js';
import { checkCredentials } from './check-credentials.js';
import { renderConnection } from './read-connections.js';

interface ConnectionPatch {
  readonly name?: string;
  readonly settings?: PatchedValues;
  readonly credentials?: PatchedValues;
}

/** Returns whether the change would send the credentials to a different server. */
function hasMoved({ settings }: Provider, before: FieldValues, after: FieldValues): boolean {
  return settings.some(({ name, isServer = false }) => isServer && before[name] !== after[name]);
}

/**
 * Finds secrets that must be sent again but are missing. Otherwise someone could send stored secrets to their own
 * server.
 */
function findMissingSecrets({ credentials }: Provider, patch: ConnectionPatch): ProblemDetail[] {
  const secrets = credentials.filter(({ type, required }) => type === 'secret' && required);
  return secrets
    .filter(({ name }) => !patch.credentials?.[name])
    .map(({ name }) => ({ field: `credentials.${name}`, message: 'is required again when the server changes' }));
}

/** PUT /v1/connections/:id. The vendor confirms new credentials before they replace the stored ones. */
export function updateConnection(context: Context): InspectingHandler {
  const { providers, connections, seals } = context;
  const merge = (mode: Mode, before: Connection, patch: ConnectionPatch) => {
    const known = openCredentials(seals, before);
    const credentials = mergeValues(known, patch.credentials);
    const values = { mode, settings: mergeValues(before.settings, patch.settings), credentials };
    const isMoved = hasMoved(providers[before.provider], before.settings, values.settings);
    return { values, isMoved, isRenewed: isMoved || !isDeepStrictEqual(credentials, known) };
  };
  const findFaults = (before: Connection, patch: ConnectionPatch, mode: Mode) => {
    const provider = providers[before.provider];
    const { values, isMoved } = merge(mode, before, patch);
    return [...findValueFaults(provider, values, mode), ...(isMoved ? findMissingSecrets(provider, patch) : [])];
  };
  const inspect = async ({ caller, path, body }: Call<ConnectionPatch>) => {
    const before = await connections.getExisting(caller, path('id'));
    return findFaults(before, body, caller.mode);
  };
  const handle: Handler<ConnectionPatch> = async (call) => {
    const { caller, path, body, header } = call;
    const id = path('id');
    const before = await connections.getExisting(caller, id);
    assertIfMatch(header, before);
    const provider = providers[before.provider];
    const { values, isRenewed } = merge(caller.mode, before, body);
    const faults = findFaults(before, body, caller.mode);
    if (faults.length > 0) throw invalid(...faults);
    const credentials = isRenewed ? await checkCredentials(context, caller, { id, provider, values }) : null;
    const { record, answer } = await connections.change(call, id, {
      type: 'field_update',
      description: 'The connection was changed.',
      decide: (current, at) => {
        assertIfMatch(header, current);
        // Without this check, this request's values could be combined with the credentials or server of a concurrent
        // request.
        const isStale =
          current.sealed_credentials !== before.sealed_credentials ||
          !isDeepStrictEqual(current.settings, before.settings);
        if (isStale) throw conflict('Another request has changed the connection. Try again.', 'record_busy');
        const edited = { name: body.name?.trim() ?? current.name, settings: values.settings, credentials };
        const isSame = edited.name === current.name && isDeepStrictEqual(edited.settings, current.settings);
        return isSame && !isRenewed ? current : editConnection(current, edited, at);
      },
      toAnswer: (connection) => withVersion(ok(renderConnection(context, connection)), connection.version),
    });
    if (isRenewed && record.status === 'active') await wakeConnection(context, caller, id);
    return answer;
  };
  return { handle, inspect };
}
