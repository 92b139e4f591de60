import { type AddressRanges, parseAddressRanges } from '@plotline/kit/network/address-ranges';
import { defaultPorts, type PortRanges, parsePortRanges } from '@plotline/kit/network/port-ranges';
import { previousSecret, readConfig, secret, serviceSpecs } from '@plotline/kit/service/config';
import { bool, makeValidator, str } from 'envalid';
import { defaultSubscriptionLimits, parseSubscriptionLimits } from './subscriptions/model/subscription-limits.js';

const limits = makeValidator(parseSubscriptionLimits);
const addressRanges = makeValidator<AddressRanges>(parseAddressRanges);
const portRanges = makeValidator<PortRanges>(parsePortRanges);
/** An empty value means no proxy. */
const proxy = makeValidator((text) => {
  if (text !== '' && !/^https?:$/.test(new URL(text).protocol)) throw new Error('must be an http or https URL');
  return text;
});

const specs = {
  ...serviceSpecs,
  AUTH_GRPC: str({ desc: 'host:port of the auth service' }),
  TEAM_GRPC: str({ desc: 'host:port of the team service' }),
  WEBHOOK_ALLOW_PRIVATE: bool({
    default: false,
    desc: 'whether receivers may have private addresses; only for local use',
  }),
  WEBHOOK_DENIED_ADDRESSES: addressRanges({
    default: parseAddressRanges(''),
    desc: 'ranges to which no connection is made, such as 203.0.113.0/24,2001:db8::/32',
  }),
  WEBHOOK_PORTS: portRanges({ default: parsePortRanges(defaultPorts), desc: 'ports that receivers may have' }),
  WEBHOOK_PROXY_URL: proxy({ default: '', desc: 'proxy for all requests to receivers (CONNECT)' }),
  WEBHOOK_SEAL_SECRET: secret({
    desc: 'secret that encrypts the signing secrets of webhooks and the addresses of chats',
  }),
  WEBHOOK_SEAL_SECRET_PREVIOUS: previousSecret({ desc: 'former secret; decrypts values that were encrypted with it' }),
  SUBSCRIPTION_LIMITS: limits({
    default: parseSubscriptionLimits(defaultSubscriptionLimits),
    desc: `webhooks of a workspace in each mode, by plan, such as ${defaultSubscriptionLimits}`,
  }),
};

/** Reads the environment of the webhook service. Throws an error that lists every problem in it. */
export function readWebhookConfig(environment?: NodeJS.ProcessEnv) {
  return readConfig(specs, environment);
}
