import { createSeal } from '@plotline/kit/core/secrets';
import { SealedFields } from '@plotline/kit/store/records/sealed-fields';
import type { Context } from './context.js';
import { mailSealPurpose } from './mail/store/mails.js';
import { signingKeySealPurpose } from './oauth/store/signing-keys.js';
import { createTwoFactorSeal } from './two-factor/api/totp.js';

/** Lists all database fields of the auth service that are encrypted with AUTH_SEAL_SECRET. */
export function createSealedFields(context: Pick<Context, 'runtime' | 'sealKeys'>): SealedFields {
  const { runtime, sealKeys } = context;
  return new SealedFields({
    databases: runtime.databases,
    sealKeys,
    variable: 'AUTH_SEAL_SECRET',
    fields: [
      { collection: 'signing_keys', field: 'sealed_jwk', seal: createSeal(sealKeys, signingKeySealPurpose) },
      { collection: 'people', field: 'two_factor.secret', seal: createTwoFactorSeal(context) },
      { collection: 'mails', field: 'sealed', seal: createSeal(sealKeys, mailSealPurpose) },
    ],
  });
}
