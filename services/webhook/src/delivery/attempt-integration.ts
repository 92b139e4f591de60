import { type Integration, isChat } from '../domain/integration.js';
import type { AttemptDelivery } from './attempt-delivery.js';
import type { PostMessage } from './post-message.js';

interface IntegrationAttempts {
  readonly postMessage: PostMessage;
  readonly mailDigest: AttemptDelivery<Integration>;
}

/** Makes the attempts of integrations, by their kinds. */
export function createAttemptIntegration({
  postMessage,
  mailDigest,
}: IntegrationAttempts): AttemptDelivery<Integration> {
  return (integration, event, signal) => {
    const { kind } = integration;
    return isChat(kind) ? postMessage(integration, kind, event, signal) : mailDigest(integration, event, signal);
  };
}
