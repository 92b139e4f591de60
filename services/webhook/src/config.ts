import { readConfig, serviceSpecs } from '@plotline/kit/process/config';
import { previousSecret, secret } from '@plotline/kit/process/secret-specs';
import { bool, makeValidator } from 'envalid';
import { defaultSubscriptionLimits, parseSubscriptionLimits } from './domain/subscription-limits.js';

const limits = makeValidator(parseSubscriptionLimits);

const specs = {
  ...serviceSpecs,
  WEBHOOK_ALLOW_PRIVATE: bool({ default: false, desc: 'receivers may have private addresses; local only' }),
  WEBHOOK_SEAL_SECRET: secret({ desc: 'seals the signing secrets of webhooks' }),
  WEBHOOK_SEAL_SECRET_PREVIOUS: previousSecret({ desc: 'opens signing secrets, too' }),
  SUBSCRIPTION_LIMITS: limits({
    default: parseSubscriptionLimits(defaultSubscriptionLimits),
    desc: `webhooks of a workspace in each mode, by plan, such as ${defaultSubscriptionLimits}`,
  }),
};

/** The environment of the webhook service. Throws an error that names every fault in it. */
export function readWebhookConfig() {
  return readConfig(specs);
}
