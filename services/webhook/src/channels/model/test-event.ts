import {
  integrationTestEvent,
  type RecordedEvent,
  toStoredPayload,
  webhookTestEvent,
} from '../../events/model/recorded-event.js';
import type { Integration } from './integration.js';
import type { Webhook } from './webhook.js';

interface TestOrigin {
  /** Id of the event. */
  readonly id: string;
  readonly now: Date;
}

/** Creates the event that a test sends. */
function createTestEvent(
  name: typeof webhookTestEvent | typeof integrationTestEvent,
  data: object,
  workspaceId: string,
  { id, now }: TestOrigin,
): RecordedEvent {
  const payload = JSON.stringify({ id, event: name, timestamp: now, workspace_id: workspaceId, data });
  return { id, version: 1, event: name, ...toStoredPayload(payload), created_at: now };
}

/** Creates the event that tests a webhook. */
export function createWebhookTest(
  { id, url, events }: Webhook,
  workspaceId: string,
  origin: TestOrigin,
): RecordedEvent {
  return createTestEvent(webhookTestEvent, { id, url, events }, workspaceId, origin);
}

/** Creates the event that tests an integration. */
export function createIntegrationTest(
  { id, name, kind, events }: Integration,
  workspaceId: string,
  origin: TestOrigin,
): RecordedEvent {
  return createTestEvent(integrationTestEvent, { id, name, kind, events }, workspaceId, origin);
}
