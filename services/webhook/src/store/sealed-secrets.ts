import type { Keyring } from '@plotline/kit/keyring';
import { SealedFields } from '@plotline/kit/mongo/sealed-fields';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import type { Seal } from '@plotline/kit/seal';

/** The signing secrets of all webhooks, as they are sealed. */
export function createSealedSecrets(
  { databases }: Pick<ServiceRuntime, 'databases'>,
  seal: Seal,
  sealKeys: Keyring,
): SealedFields {
  const fields = ['secret', 'former_secret.sealed'].map((field) => ({ collection: 'webhooks', field, seal }));
  return new SealedFields({ databases, sealKeys, variable: 'WEBHOOK_SEAL_SECRET', fields });
}
