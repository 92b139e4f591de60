import type { Keyring } from '@plotline/kit/core/secrets';
import type { Clock } from '@plotline/kit/core/time';
import { maxBodyBytes } from '@plotline/kit/http/body';
import { createAddressGuard } from '@plotline/kit/network/address-guard';
import type { AddressRanges } from '@plotline/kit/network/address-ranges';
import { createPinnedConnections, createProxiedConnections } from '@plotline/kit/network/connections';
import type { PortRanges } from '@plotline/kit/network/port-ranges';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { SealedFields } from '@plotline/kit/store/records/sealed-fields';
import { getReceiver, type Integration } from './channels/model/integration.js';
import type { Webhook } from './channels/model/webhook.js';
import { createSealedFields } from './channels/store/sealed-fields.js';
import { type ChatUrls, createChatUrls } from './channels/work/chat-urls.js';
import { createDeliverIntegration } from './channels/work/deliver-integration.js';
import { createMailDigest } from './channels/work/mail-digest.js';
import { createPostEvent } from './channels/work/post-event.js';
import { createPostMessage } from './channels/work/post-message.js';
import { reportIntegrationDisabled, reportWebhookDisabled } from './channels/work/report-disabled.js';
import { createSecrets, type Secrets } from './channels/work/signing.js';
import { readPublicEvents, readPublicExamples } from './contract.js';
import { attemptTimeoutMs } from './deliveries/model/attempt.js';
import type { ChannelStores } from './deliveries/store/channel-stores.js';
import { PayloadMemory } from './deliveries/store/payload-memory.js';
import { createChannel } from './deliveries/work/create-channel.js';
import { registerDeliveryMetrics } from './deliveries/work/delivery-metrics.js';
import type { Dispatcher } from './deliveries/work/dispatcher.js';
import type { DeliveryOptions } from './deliveries/work/lease-term.js';
import type { EventScopes } from './events/model/event-groups.js';
import type { EventExamples } from './events/model/sample.js';
import type { DigestMailer, NoticeMailer } from './peers/auth.js';
import type { Agents } from './peers/team.js';
import { countAttempts } from './receivers/work/count-attempts.js';
import { HostSlots } from './receivers/work/host-slots.js';
import { createSendRequest } from './receivers/work/send-request.js';
import { createValidateUrl, type ValidateUrl } from './receivers/work/validate-url.js';
import { createStores, type Stores } from './stores.js';
import type { StoredSubscription } from './subscriptions/model/subscription.js';
import type { SubscriptionLimits } from './subscriptions/model/subscription-limits.js';

/**
 * Maximum number of simultaneous requests of this process to one host, and the longest time that a request waits for
 * its turn.
 */
const maxPerHost = 20;
const maxHostWaitMs = 2_000;
/**
 * Limits on large payloads that this process keeps in memory for attempts. They limit the bytes for all workspaces, the
 * bytes for one workspace, and the time that an attempt waits for memory. An event contains a record and its previous
 * state, each as large as a request body.
 */
const payloadLimits = {
  maxBytes: 32 * 1_048_576,
  maxWorkspaceBytes: 8 * 1_048_576,
  maxWaitMs: 2_000,
  assumedBytes: 2 * maxBodyBytes,
};

/**
 * Way in which events leave the system: signed requests to webhooks, or messages of integrations. Channels differ in
 * how they build a request and interpret the response. They share recording, retries, the log and disabling.
 */
export interface Channel<S extends StoredSubscription>
  extends ChannelStores<S>,
    Omit<DeliveryOptions<S>, 'subscriptions' | 'counters'> {
  /** Word for one subscription in this channel. */
  readonly noun: 'webhook' | 'integration';
  readonly dispatcher: Dispatcher<S>;
}

/** Dependencies of this service's handlers and consumers. Built once; tests override parts of it. */
export interface Context extends Stores {
  readonly runtime: ServiceRuntime;
  readonly webhooks: Channel<Webhook>;
  readonly integrations: Channel<Integration>;
  readonly agents: Agents;
  readonly noticeMailer: NoticeMailer;
  /** Names of the events that webhooks can subscribe to. */
  readonly publicEvents: readonly string[];
  readonly eventScopes: EventScopes;
  /** An example of each public event. */
  readonly eventExamples: EventExamples;
  readonly subscriptionLimits: SubscriptionLimits;
  readonly validateUrl: ValidateUrl;
  readonly secrets: Secrets;
  readonly chatUrls: ChatUrls;
  /** Whether chats may have any address. Otherwise only addresses of known providers are allowed. */
  readonly allowAnyHost: boolean;
  readonly sealedFields: SealedFields;
  readonly clock: Clock;
}

export interface ContextOptions {
  /** Whether receivers may have private addresses, and chats may have any address. */
  readonly allowPrivate: boolean;
  /** Address ranges to which no connection is made. */
  readonly denied: AddressRanges;
  readonly ports: PortRanges;
  /** Proxy for requests to receivers; empty if there is none. */
  readonly proxyUrl: string;
  /** Keys that seal the signing secrets. */
  readonly sealKeys: Keyring;
  /** Number of webhooks that each plan allows. */
  readonly subscriptionLimits: SubscriptionLimits;
  readonly agents: Agents;
  readonly digestMailer: DigestMailer;
  readonly noticeMailer: NoticeMailer;
}

export function createContext(runtime: ServiceRuntime, options: ContextOptions): Context {
  const { sealKeys, subscriptionLimits, proxyUrl, ports, agents, digestMailer, noticeMailer } = options;
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
  const eventScopes = readPublicEvents();
  const publicEvents = [...eventScopes.keys()];
  const webhooks = createChannel<Webhook>({
    noun: 'webhook',
    runtime,
    stores: stores.webhooks,
    events,
    notices,
    payloadMemory,
    attemptDelivery: createPostEvent({
      sendRequest: countAttempts('webhook', sendRequest, metrics.registry),
      secrets,
      clock,
    }),
    getReceiver: ({ url }) => url,
    reportDisabled: reportWebhookDisabled,
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
      createMailDigest({ events, publicEvents, payloadMemory, mailer: digestMailer, clock }),
    ),
    getReceiver,
    reportDisabled: reportIntegrationDisabled,
  });
  for (const channel of [webhooks, integrations]) registerDeliveryMetrics({ ...channel, runtime });
  return {
    runtime,
    ...stores,
    webhooks,
    integrations,
    agents,
    noticeMailer,
    publicEvents,
    eventScopes,
    eventExamples: readPublicExamples(),
    subscriptionLimits,
    validateUrl,
    secrets,
    chatUrls,
    allowAnyHost: options.allowPrivate,
    sealedFields: createSealedFields(runtime, { secrets, chatUrls, sealKeys }),
    clock,
  };
}
