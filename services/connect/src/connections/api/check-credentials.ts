import type { Caller } from '@plotline/kit/core/caller';
import type { Context } from '../../context.js';
import type { ProviderValues } from '../../vendors/model/field-values.js';
import type { Provider } from '../../vendors/model/provider.js';
import { VendorFailure } from '../../vendors/model/vendor-failure.js';
import type { CheckedCredentials } from '../model/connection.js';
import { sealCredentials } from '../model/seals.js';
import { createLoggedSend } from '../work/call-vendor.js';
import { toCheckProblem } from './check-problem.js';

/** A connection's values that are checked. */
export interface CheckedConnection {
  readonly id: string;
  readonly provider: Provider;
  readonly values: ProviderValues;
}

/**
 * Asks the vendor whether the credentials work, and returns them in the form in which they are stored. Rejects with
 * VALIDATION_ERROR if the vendor refuses them, and with SERVICE_UNAVAILABLE if it can't be asked.
 */
export async function checkCredentials(
  context: Context,
  caller: Caller,
  { id, provider, values }: CheckedConnection,
): Promise<CheckedCredentials> {
  const send = createLoggedSend(context, caller, id, provider);
  try {
    const { inboundAddress = null } = await provider.check(send, values, id, caller.mode);
    return {
      sealed_credentials: sealCredentials(context.seals, values.credentials, id),
      credentials_hint: provider.toHint(values.credentials),
      inbound_address: inboundAddress,
    };
  } catch (error) {
    throw error instanceof VendorFailure ? toCheckProblem(error) : error;
  }
}
