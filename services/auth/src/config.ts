import { readConfig, serviceSpecs } from '@plotline/kit/process/config';
import { str } from 'envalid';

/** The environment of the auth service, or an Error that names every fault in it. */
export function readAuthConfig() {
  return readConfig({
    ...serviceSpecs,
    KEY_HASH_SECRET: str({ desc: 'keys API keys are hashed with; losing it makes every key unknown' }),
  });
}
