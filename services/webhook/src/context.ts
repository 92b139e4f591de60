import type { Keyring } from '@plotline/kit/core/keyring';
import type { Clock } from '@plotline/kit/core/time';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { SealedFields } from '@plotline/kit/store/records/sealed-fields';
import { createAddressGuard } from './delivery/address-guard.js';
import type { AddressRanges } from './delivery/address-ranges.js';
import { createAttemptDelivery } from './delivery/attempt-delivery.js';
import { type ChatUrls, createChatUrls } from './delivery/chat-urls.js';
import { createPinnedConnections, createProxiedConnections } from './delivery/connections.js';
import { countAttempts } from './delivery/count-attempts.js';
import { createChannel } from './delivery/create-channel.js';
import { createDeliverIntegration } from './delivery/deliver-integration.js';
import type { Dispatcher } from './delivery/dispatcher.js';
import { HostSlots } from './delivery/host-slots.js';
import type { DeliveryOptions } from './delivery/lease-term.js';
import { createMailDigest } from './delivery/mail-digest.js';
import { PayloadMemory } from './delivery/payload-memory.js';
import type { PortRanges } from './delivery/port-ranges.js';
import { createPostMessage } from './delivery/post-message.js';
import { attemptTimeoutMs, createSendRequest } from './delivery/send-request.js';
import { createSecrets, type Secrets } from './delivery/signing.js';
import { tellIntegrationDisabled, tellWebhookDisabled } from './delivery/tell-disabled.js';
import { createValidateUrl, type ValidateUrl } from './delivery/validate-url.js';
import { getReceiver, type Integration } from './domain/integration.js';
import type { StoredSubscription } from './domain/subscription.js';
import type { SubscriptionLimits } from './domain/subscription-limits.js';
import type { Webhook } from './domain/webhook.js';
import type { DigestMailer } from './peers/auth.js';
import type { Agents } from './peers/team.js';
import type { ChannelStores } from './store/channel-stores.js';
import { createSealedFields } from './store/sealed-fields.js';
import { createStores, type Stores } from './stores.js';
import { registerDeliveryMetrics } from './workers/delivery-metrics.js';

/** Requests of this process to one host, and how long one waits for its turn. */
const maxPerHost = 20;
const maxHostWaitMs = 2_000;
/** Bytes of large payloads that this process has in memory for attempts, those of one workspace, and how long one waits for room. */
const payloadLimits = { maxBytes: 32 * 1_048_576, maxWorkspaceBytes: 8 * 1_048_576, maxWaitMs: 2_000 };

/**
 * One way in which events reach the outside: signed requests to webhooks, or the messages of integrations. Channels differ
 * in how a request is built and judged; recording, retries, log and disabling are the same.
 */
export interface Channel<S extends StoredSubscription>
  extends ChannelStores<S>,
    Omit<DeliveryOptions<S>, 'subscriptions' | 'counters'> {
  /** What a subscription is called. */
  readonly noun: 'webhook' | 'integration';
  readonly dispatcher: Dispatcher<S>;
}

/** What handlers and consumers of this service use. Built once, overridden in tests. */
export interface Context extends Stores {
  readonly runtime: ServiceRuntime;
  readonly webhooks: Channel<Webhook>;
  readonly integrations: Channel<Integration>;
  readonly agents: Agents;
  readonly subscriptionLimits: SubscriptionLimits;
  readonly validateUrl: ValidateUrl;
  readonly secrets: Secrets;
  readonly chatUrls: ChatUrls;
  /** Chats may have any address, not only that of a known provider. */
  readonly allowAnyHost: boolean;
  readonly sealedFields: SealedFields;
  readonly clock: Clock;
}

export interface ContextOptions {
  /** Receivers may have private addresses, and chats any. */
  readonly allowPrivate: boolean;
  /** Ranges that are never dialled. */
  readonly denied: AddressRanges;
  readonly ports: PortRanges;
  /** The proxy that requests to receivers go through; empty without one. */
  readonly proxyUrl: string;
  /** Seal the signing secrets. */
  readonly sealKeys: Keyring;
  /** How many webhooks the plans allow. */
  readonly subscriptionLimits: SubscriptionLimits;
  readonly agents: Agents;
  readonly digestMailer: DigestMailer;
}

export function createContext(runtime: ServiceRuntime, options: ContextOptions): Context {
  const { sealKeys, subscriptionLimits, proxyUrl, ports, agents, digestMailer } = options;
  const { clock, metrics } = runtime;
  const stores = createStores(runtime);
  const guard = createAddressGuard({ ...options, isProxied: proxyUrl !== '' });
  const validateUrl = createValidateUrl(guard, ports);
  const sendRequest = createSendRequest({
    guard,
    connections: proxyUrl
      ? createProxiedConnections(proxyUrl, attemptTimeoutMs)
      : createPinnedConnections(attemptTimeoutMs),
    hostSlots: new HostSlots({ limit: maxPerHost, maxWaitMs: maxHostWaitMs }),
    clock,
  });
  const payloadMemory = new PayloadMemory(payloadLimits);
  const secrets = createSecrets(sealKeys);
  const chatUrls = createChatUrls(sealKeys);
  const { events, notices } = stores;
  const webhooks = createChannel<Webhook>({
    noun: 'webhook',
    runtime,
    stores: stores.webhooks,
    events,
    notices,
    payloadMemory,
    attemptDelivery: createAttemptDelivery({
      sendRequest: countAttempts('webhook', sendRequest, metrics.registry),
      secrets,
      clock,
    }),
    getReceiver: ({ url }) => url,
    tellDisabled: tellWebhookDisabled,
  });
  const integrations = createChannel<Integration>({
    noun: 'integration',
    runtime,
    stores: stores.integrations,
    events,
    notices,
    payloadMemory,
    attemptDelivery: createDeliverIntegration(
      createPostMessage({ sendRequest: countAttempts('integration', sendRequest, metrics.registry), chatUrls }),
      createMailDigest({ events, payloadMemory, mailer: digestMailer, clock }),
    ),
    getReceiver,
    tellDisabled: tellIntegrationDisabled,
  });
  for (const channel of [webhooks, integrations]) registerDeliveryMetrics({ ...channel, runtime });
  return {
    runtime,
    ...stores,
    webhooks,
    integrations,
    agents,
    subscriptionLimits,
    validateUrl,
    secrets,
    chatUrls,
    allowAnyHost: options.allowPrivate,
    sealedFields: createSealedFields(runtime, { secrets, chatUrls, sealKeys }),
    clock,
  };
}
