import { readConfig, serviceSpecs } from '@plotline/kit/process/config';
import { str } from 'envalid';

/** The environment of the auth service. Throws an error that names every fault in it. */
export function readAuthConfig() {
  return readConfig({
    ...serviceSpecs,
    KEY_HASH_SECRET: str({
      desc: 'keys the hashes of API keys and client secrets; a changed one makes every key unknown',
    }),
  });
}
