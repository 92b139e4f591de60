import { type Disabling, toDisabledNotice } from './disabling.js';
import type { Integration } from './integration.js';
import type { Notice } from './notice.js';

/** The notice of the workspace. */
export function toDisabledIntegrationNotice(
  { id: integrationId, name, url }: Integration,
  disabling: Disabling,
  id: string,
  at: Date,
): Notice {
  const subject = { type: 'integration', id: integrationId };
  const { host } = url;
  return toDisabledNotice(
    { type: 'integration.disabled', subject, name: `The integration “${name}”`, host },
    disabling,
    id,
    at,
  );
}
