import { newId } from '@plotline/kit/core/ids';
import type { Delivery } from '@plotline/webhook/deliveries/model/delivery';
import type { WebhookService } from '../../webhook/support/webhook-service.js';

const chunk = 1_000;
const spanMs = 29 * 24 * 3_600_000;
const names = ['lead.created', 'lead.updated', 'unit.updated', 'unit.sold', 'deal.created'];
const body = 'x'.repeat(1_024);

/** Delivery log of a webhook that was loaded into the store. */
export interface LoadedLog {
  readonly workspaceId: string;
  readonly webhookId: string;
  readonly size: number;
  /** Delivery in the middle of the log. */
  readonly deliveryId: string;
  /** End of the oldest half. */
  readonly middle: Date;
}

/**
 * Returns the attempts of one delivery. An outage twenty days ago covers two per cent of the time. Some attempts got no
 * answer.
 */
function createOutcome(share: number, index: number): Pick<Delivery, 'status' | 'attempts'> {
  if (index % 997 === 0) return { status: 'pending', attempts: [] };
  const isDown = share > 0.3 && share < 0.32;
  const code = isDown ? (index % 3 === 0 ? null : 503) : 200;
  const attempt = {
    timestamp: new Date(),
    response_code: code,
    duration_ms: 20,
    error: isDown ? 'The receiver answered 503.' : null,
    response_body: code === null ? null : body,
  };
  return { status: isDown ? 'failed' : 'delivered', attempts: [attempt] };
}

/** Stores the log of the deliveries of 29 days directly in the database. */
export async function loadLog(
  { context }: WebhookService,
  webhookId: string,
  workspaceId: string,
  size: number,
): Promise<LoadedLog> {
  const tenant = { workspaceId, mode: 'live' } as const;
  const start = Date.now() - spanMs;
  const at = (index: number) => new Date(start + (index / size) * spanMs);
  let deliveryId = '';
  for (let first = 0; first < size; first += chunk) {
    const count = Math.min(chunk, size - first);
    const deliveries = Array.from({ length: count }, (_none, place): Delivery => {
      const index = first + place;
      const id = newId('dlv');
      if (index === Math.floor(size / 2)) deliveryId = id;
      return {
        id,
        version: 1,
        webhook_id: webhookId,
        event_id: newId('evt'),
        event: names[index % names.length] ?? '',
        epoch: 0,
        remaining_attempts: 0,
        created_at: at(index),
        ...createOutcome(index / size, index),
      };
    });
    await context.webhooks.deliveries.add(tenant, deliveries);
  }
  return { workspaceId, webhookId, size, deliveryId, middle: at(size / 2) };
}
