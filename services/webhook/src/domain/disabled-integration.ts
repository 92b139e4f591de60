import { type Disabling, describeForMail, toDisabledNotice } from './disabling.js';
import type { Integration } from './integration.js';
import type { Notice } from './notice.js';

/** That of the chat; null for digests, which Plotline mails itself. */
function getHost(integration: Integration): string | null {
  return integration.kind === 'mail_digest' ? null : integration.url.host;
}

/** The notice of the workspace. */
export function toDisabledIntegrationNotice(
  integration: Integration,
  disabling: Disabling,
  id: string,
  at: Date,
): Notice {
  const { name } = integration;
  const subject = { type: 'integration', id: integration.id };
  const host = getHost(integration);
  return toDisabledNotice(
    { type: 'integration.disabled', subject, name: `The integration “${name}”`, host },
    disabling,
    id,
    at,
  );
}

/** The internal event, from which auth tells the owners by mail. */
export function toDisabledIntegrationEvent(integration: Integration, disabling: Disabling) {
  const { id, name, disabled_at } = integration;
  const data = { integration_id: id, name, disabled_at, ...describeForMail(disabling, getHost(integration)) };
  return { name: 'integration.disabled', data };
}
