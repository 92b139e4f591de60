import { readConfig, serviceSpecs } from '@plotline/kit/process/config';
import { previousSecret, secret } from '@plotline/kit/process/secret-specs';

/** The environment of the auth service. Throws an error that names every fault in it. */
export function readAuthConfig() {
  return readConfig({
    ...serviceSpecs,
    KEY_HASH_SECRET: secret({ desc: 'keys the hashes of API keys and client secrets' }),
    KEY_HASH_SECRET_PREVIOUS: previousSecret({
      desc: 'API keys and client secrets that were hashed with it are valid, too',
    }),
  });
}
