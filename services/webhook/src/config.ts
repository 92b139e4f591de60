import { readConfig, serviceSpecs } from '@plotline/kit/process/config';
import { bool, makeValidator, str } from 'envalid';
import { defaultSubscriptionLimits, parseSubscriptionLimits } from './domain/subscription-limits.js';

const limits = makeValidator(parseSubscriptionLimits);

const specs = {
  ...serviceSpecs,
  WEBHOOK_ALLOW_PRIVATE: bool({ default: false, desc: 'receivers may have private addresses; local only' }),
  WEBHOOK_SECRET_KEY: str({
    default: '',
    desc: 'key material that seals signing secrets, where INTERNAL_SECRET (the default) is to change',
  }),
  SUBSCRIPTION_LIMITS: limits({
    default: parseSubscriptionLimits(defaultSubscriptionLimits),
    desc: `webhooks of a workspace in each mode, by plan, such as ${defaultSubscriptionLimits}`,
  }),
};

/** The environment of the webhook service. Throws an error that names every fault in it. */
export function readWebhookConfig() {
  return readConfig(specs);
}
