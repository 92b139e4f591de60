import type { Tenant } from '@plotline/kit/caller';
import { notFound } from '@plotline/kit/errors';
import { ok, page, selectFields, withVersion } from '@plotline/kit/http/answer';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import type { Webhook } from '../domain/webhook.js';
import { toWebhookJson, webhookSummaryFields } from '../json/webhook.js';
import type { WebhookQuery } from '../store/webhooks.js';

interface FieldsQuery {
  readonly fields?: readonly string[];
}

/** The webhook of that id. Rejects with NOT_FOUND when there is none. */
export async function findWebhook({ webhooks }: Context, tenant: Tenant, id: string): Promise<Webhook> {
  const webhook = await webhooks.get(tenant, id);
  if (!webhook) throw notFound();
  return webhook;
}

/** Public JSON of stored webhooks, with their statistics: two queries for all of them. */
async function renderWebhooks({ counters, deliveries }: Context, tenant: Tenant, webhooks: readonly Webhook[]) {
  const ids = webhooks.map(({ id }) => id);
  const [found, pending] = await Promise.all([counters.getMany(tenant, ids), deliveries.log.countPending(tenant, ids)]);
  const counterOf = new Map(found.map((counter) => [counter.id, counter]));
  return webhooks.map((webhook) => toWebhookJson(webhook, counterOf.get(webhook.id), pending.get(webhook.id) ?? 0));
}

/** Public JSON of one stored webhook, with all its fields. */
export async function renderWebhook(context: Context, tenant: Tenant, webhook: Webhook) {
  const [json] = await renderWebhooks(context, tenant, [webhook]);
  if (!json) throw new Error('One webhook was given, and none was rendered.');
  return json;
}

/** GET /v1/webhooks */
export function listWebhooks(context: Context): Handler<unknown, WebhookQuery & FieldsQuery> {
  return async ({ caller, query }) => {
    const { records, info } = await context.webhooks.list(caller, query);
    const rendered = await renderWebhooks(context, caller, records);
    return page(
      rendered.map((webhook) => selectFields(webhook, query.fields ?? webhookSummaryFields)),
      info,
    );
  };
}

/** GET /v1/webhooks/:id */
export function getWebhook(context: Context): Handler<unknown, FieldsQuery> {
  return async ({ caller, path, query }) => {
    const webhook = await findWebhook(context, caller, path('id'));
    const json = await renderWebhook(context, caller, webhook);
    return withVersion(ok(selectFields(json, query.fields)), webhook.version);
  };
}
