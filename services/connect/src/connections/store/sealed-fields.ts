import type { Keyring } from '@plotline/kit/core/secrets';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { SealedFields } from '@plotline/kit/store/records/sealed-fields';
import type { ConnectionSeals } from '../model/seals.js';

/** Lists the credentials and tokens of all connections in their sealed form. */
export function createSealedFields(
  { databases }: Pick<ServiceRuntime, 'databases'>,
  { credentials, hookTokens }: ConnectionSeals,
  sealKeys: Keyring,
): SealedFields {
  const fields = [
    { collection: 'connections', field: 'sealed_credentials', seal: credentials },
    { collection: 'connections', field: 'hook_token', seal: hookTokens },
  ];
  return new SealedFields({ databases, sealKeys, variable: 'CONNECT_SEAL_SECRET', fields });
}
