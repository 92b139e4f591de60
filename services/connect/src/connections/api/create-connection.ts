import { created, withVersion } from '@plotline/kit/core/answer';
import type { Mode } from '@plotline/kit/core/caller';
import { invalid } from '@plotline/kit/core/errors';
import { newId } from '@plotline/kit/core/ids';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import type { ProviderName } from '../../vendors/model/provider.js';
import { buildConnection } from '../model/connection.js';
import { findValueFaults, mergeValues, type PatchedValues } from '../model/merge-values.js';
import { createHookToken, hashHookToken } from '../store/hook-token.js';
import { checkCredentials } from './check-credentials.js';
import { renderConnection } from './read-connections.js';

interface NewConnectionBody {
  readonly provider: ProviderName;
  readonly name?: string | null;
  readonly settings?: PatchedValues;
  readonly credentials?: PatchedValues;
}

function toValues(mode: Mode, { settings, credentials }: Partial<NewConnectionBody>) {
  return { mode, settings: mergeValues({}, settings), credentials: mergeValues({}, credentials) };
}

/** POST /v1/connections. The vendor confirms the credentials before they are stored. No answer contains them. */
export function createConnection(context: Context): InspectingHandler {
  const { providers, connections, seals, clock } = context;
  const inspect = async ({ caller, body }: Call<Partial<NewConnectionBody>>) =>
    body.provider === undefined
      ? []
      : findValueFaults(providers[body.provider], toValues(caller.mode, body), caller.mode);
  const handle: Handler<NewConnectionBody> = async (call) => {
    const { caller, body } = call;
    const faults = await inspect(call);
    if (faults.length > 0) throw invalid(...faults);
    const provider = providers[body.provider];
    const values = toValues(caller.mode, body);
    const id = newId('con');
    const credentials = await checkCredentials(context, caller, { id, provider, values });
    const token = createHookToken(caller.mode);
    const parts = {
      id,
      name: body.name?.trim() || provider.title,
      settings: values.settings,
      ...credentials,
      hook_hash: hashHookToken(token),
      hook_token: seals.hookTokens.seal(token, id),
    };
    const connection = buildConnection(provider, parts, clock());
    const answer = withVersion(created(renderConnection(context, connection)), connection.version);
    await connections.add(call, connection, answer);
    return answer;
  };
  return { handle, inspect };
}
