import type { ChatIntegration, Integration } from '../domain/integration.js';
import type { MailDigest } from '../domain/mail-digest.js';
import type { AttemptDelivery } from './attempt-delivery.js';

/** Creates the function that attempts deliveries of integrations, each in the way of its kind. */
export function createDeliverIntegration(
  postMessage: AttemptDelivery<ChatIntegration>,
  mailDigest: AttemptDelivery<MailDigest>,
): AttemptDelivery<Integration> {
  return (integration, event, signal) =>
    integration.kind === 'mail_digest' ? mailDigest(integration, event) : postMessage(integration, event, signal);
}
