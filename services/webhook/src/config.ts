import { readConfig, serviceSpecs } from '@plotline/kit/process/config';
import { bool, str } from 'envalid';

/** Reads and validates the environment. Throws an Error that names every invalid variable. */
export function readWebhookConfig() {
  return readConfig({
    ...serviceSpecs,
    WEBHOOK_ALLOW_PRIVATE: bool({ default: false, desc: 'receivers may have private addresses; local only' }),
    WEBHOOK_SECRET_KEY: str({
      default: '',
      desc: 'key material that seals signing secrets, where INTERNAL_SECRET (the default) is to change',
    }),
  });
}
