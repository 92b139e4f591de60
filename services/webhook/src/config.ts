import { readConfig, serviceSpecs } from '@plotline/kit/process/config';
import { bool, str } from 'envalid';

const specs = {
  ...serviceSpecs,
  WEBHOOK_ALLOW_PRIVATE: bool({ default: false, desc: 'receivers may have private addresses; local only' }),
  WEBHOOK_SECRET_KEY: str({
    default: '',
    desc: 'key material that seals signing secrets, where INTERNAL_SECRET (the default) is to change',
  }),
};

/** The environment of the webhook service. Throws an error that names every fault in it. */
export function readWebhookConfig() {
  return readConfig(specs);
}
