import type { Keyring, Seal } from '@plotline/kit/core/secrets';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { SealedFields } from '@plotline/kit/store/records/sealed-fields';

interface SealedFieldsOptions {
  /** Seals the signing secrets of webhooks. */
  readonly secrets: Seal;
  /** Seals the addresses of chats. */
  readonly chatUrls: Seal;
  readonly sealKeys: Keyring;
}

/** Lists the sealed values: signing secrets of all webhooks, and addresses of all chats. */
export function createSealedFields(
  { databases }: Pick<ServiceRuntime, 'databases'>,
  { secrets, chatUrls, sealKeys }: SealedFieldsOptions,
): SealedFields {
  const ofWebhooks = ['secret', 'former_secret.sealed'].map((field) => ({
    collection: 'webhooks',
    field,
    seal: secrets,
  }));
  const fields = [...ofWebhooks, { collection: 'integrations', field: 'url.sealed', seal: chatUrls }];
  return new SealedFields({ databases, sealKeys, variable: 'WEBHOOK_SEAL_SECRET', fields });
}
