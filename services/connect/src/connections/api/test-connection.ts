import { ok } from '@plotline/kit/core/answer';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { VendorFailure } from '../../vendors/model/vendor-failure.js';
import { openCredentials } from '../model/seals.js';
import { createConnectionSend } from '../work/call-vendor.js';

/** POST /v1/connections/:id/test. Asks the vendor whether the credentials work, even for a disabled connection. */
export function testConnection(context: Context): Handler {
  const { connections, providers, seals, clock, runtime } = context;
  return async (call) => {
    const { caller, path } = call;
    const connection = await connections.getExisting(caller, path('id'));
    const provider = providers[connection.provider];
    const values = {
      mode: caller.mode,
      settings: connection.settings,
      credentials: openCredentials(seals, connection),
    };
    const send = createConnectionSend(context, caller, connection.id, provider);
    const started = performance.now();
    let error: { readonly code: string; readonly message: string } | null = null;
    try {
      await provider.check(send, values, connection.id, caller.mode);
    } catch (failure) {
      if (!(failure instanceof VendorFailure)) throw failure;
      error = { code: failure.code, message: failure.message };
    }
    const duration_ms = Math.round(performance.now() - started);
    const answer = ok({ succeeded: error === null, error, duration_ms, tested_at: clock() });
    const entry = { subject: connection.id, type: 'tested', description: 'The connection was tested.', events: [] };
    await runtime.journal.commit(call, async () => ({ entries: [entry], answer }));
    return answer;
  };
}
