import type { AttemptDelivery } from '../../deliveries/model/attempt-delivery.js';
import type { ChatIntegration, Integration } from '../model/integration.js';
import type { MailDigest } from '../model/mail-digest.js';

/** Creates the function that attempts deliveries of integrations. Each kind of integration delivers in its own way. */
export function createDeliverIntegration(
  postMessage: AttemptDelivery<ChatIntegration>,
  mailDigest: AttemptDelivery<MailDigest>,
): AttemptDelivery<Integration> {
  return (integration, event, signal) =>
    integration.kind === 'mail_digest' ? mailDigest(integration, event) : postMessage(integration, event, signal);
}
