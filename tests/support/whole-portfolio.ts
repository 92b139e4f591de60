import { randomUUID } from 'node:crypto';
import type { ApiAnswer, ApiClient, ApiRecord } from './api-client.js';
import { createCrmConnection, newConnectRecords } from './connect-records.js';
import type { Kind } from './contract/references.js';
import { eventually } from './eventually.js';

/** One record of every kind, all in the same workspace and mode. */
export interface WholePortfolio {
  readonly ids: Readonly<Record<Kind, string>>;
  /** External ids of the records that have one. */
  readonly externalIds: Readonly<Partial<Record<Kind, string>>>;
  /** Returns the body for another connection to the fake CRM. */
  crmConnection(): ReturnType<typeof createCrmConnection>;
  /** Address that the portfolio's webhook calls. */
  readonly hookUrl: string;
  /** Text in the name of every record that has a name, and nowhere else. */
  readonly token: string;
}

const location = { address: '1 Quay', area: 'Docks', city: 'Port', country: 'Northland' };
const price = { amount: 250_000, currency: 'USD' };

async function onlyOf(api: ApiClient, path: string): Promise<ApiRecord> {
  const [record] = (await api.get(path)).records;
  if (!record) throw new Error(`${path} is empty.`);
  return record;
}

async function closeDeal(api: ApiClient, property: string, agent: string, token: string): Promise<string> {
  const unit = await api.create('/v1/units', { property_id: property, name: `Sold ${token}`, price });
  const lead = await api.create('/v1/leads', {
    name: `Buyer ${token}`,
    email: `buyer.${token}@example.com`,
    phone: '+44 20 7946 0001',
    assigned_agent: agent,
    interested_properties: [property, unit.id],
  });
  const won = await api.post(`/v1/leads/${lead.id}/won`, { property_id: unit.id, deal_value: 240_000 });
  if (won.status !== 200) throw new Error(`The sale answered ${won.status}: ${won.text}`);
  return (await onlyOf(api, `/v1/deals?lead_id=${lead.id}`)).id;
}

/**
 * Creates one finished job of every kind. The jobs change no data. Each job has a notification, except for the dry run.
 */
async function runJobs(api: ApiClient, webhook: string): Promise<Record<'import' | 'export' | 'resend', string>> {
  const run = async (asked: Promise<ApiAnswer>, path: string) => {
    const answer = await asked;
    if (answer.status !== 202) throw new Error(`The job answered ${answer.status}: ${answer.text}`);
    const { id } = answer.record;
    await eventually(async () => {
      const { status } = (await api.get(`${path}/${id}`)).record;
      if (status !== 'completed') throw new Error(`The job ${id} is ${String(status)}.`);
    });
    return id;
  };
  const file = { body: 'name,email\nNobody,\n', headers: { 'content-type': 'text/csv' } };
  const yesterday = new Date(Date.now() - 86_400_000).toISOString();
  const again = { from: yesterday, status: 'failed' };
  const [imported, exported, resent] = await Promise.all([
    run(api.call('POST', '/v1/leads/import?dry_run=true', file), '/v1/imports'),
    run(api.post('/v1/exports', { resource: 'invoices', format: 'json' }), '/v1/exports'),
    run(api.post(`/v1/webhooks/${webhook}/resend`, again), `/v1/webhooks/${webhook}/resends`),
  ]);
  const jobs = { import: imported, export: exported, resend: resent };
  // Waits for the notification, which an event creates after the end of the job. Otherwise a list that tests compare
  // would change later.
  await eventually(async () => {
    const { text } = await api.get('/v1/notifications');
    const untold = [exported, resent].filter((id) => !text.includes(id));
    if (untold.length > 0) throw new Error(`No notification for the jobs ${untold.join(', ')}.`);
  });
  return jobs;
}

async function tellHook(
  api: ApiClient,
  hookUrl: string,
): Promise<{ webhook: string; delivery: string; event: string }> {
  // No test causes an event of this type, so the log contains only the test call.
  const webhook = await api.create('/v1/webhooks', { url: hookUrl, events: ['property.status_changed'] });
  const told = await api.post(`/v1/webhooks/${webhook.id}/test`);
  if (told.status !== 200) throw new Error(`The test event answered ${told.status}: ${told.text}`);
  const { id: delivery, event_id } = await onlyOf(api, `/v1/webhooks/${webhook.id}/deliveries`);
  return { webhook: webhook.id, delivery, event: String(event_id) };
}

async function tellChat(
  api: ApiClient,
  hookUrl: string,
): Promise<{ integration: string; integration_delivery: string }> {
  const chat = { kind: 'slack', name: 'Chat', url: hookUrl, events: ['property.status_changed'] };
  const { id } = await api.create('/v1/integrations', chat);
  const told = await api.post(`/v1/integrations/${id}/test`);
  if (told.status !== 200) throw new Error(`The test message answered ${told.status}: ${told.text}`);
  return { integration: id, integration_delivery: (await onlyOf(api, `/v1/integrations/${id}/deliveries`)).id };
}

/** Creates one record of every kind, including the feed and a calendar. */
export async function newWholePortfolio(api: ApiClient, hookUrl: string): Promise<WholePortfolio> {
  const token = randomUUID().slice(0, 13);
  const externalIds = {
    agent: `agent/${token}`,
    lead: `lead/${token}`,
    property: `property/${token}`,
    unit: `unit/${token}`,
  };
  const team = await api.create('/v1/teams', { name: `Team ${token}` });
  const agent = await api.create('/v1/agents', {
    external_id: externalIds.agent,
    name: `Agent ${token}`,
    email: `agent.${token}@example.com`,
    team_id: team.id,
    commission: { rate: 0.02 },
  });
  const property = await api.create('/v1/properties', {
    external_id: externalIds.property,
    name: `Tower ${token}`,
    type: 'apartment',
    location,
  });
  const unit = await api.create('/v1/units', {
    external_id: externalIds.unit,
    property_id: property.id,
    name: `Unit ${token}`,
    price,
    assigned_agent: agent.id,
  });
  const lead = await api.create('/v1/leads', {
    external_id: externalIds.lead,
    name: `Lead ${token}`,
    email: `lead.${token}@example.com`,
    assigned_agent: agent.id,
    interested_properties: [property.id, unit.id],
  });
  const due_at = '2026-03-08T09:30:00.000Z';
  const task = await api.create('/v1/tasks', { lead_id: lead.id, title: `Call ${token}`, type: 'call', due_at });
  const held = await api.create('/v1/units', { property_id: property.id, name: `Held ${token}`, price });
  const deposit = { amount: 1_000, currency: 'USD' };
  const hold = await api.create('/v1/holds', { unit_id: held.id, lead_id: lead.id, deposit });
  const deal = await closeDeal(api, property.id, agent.id, token);
  const invoice = await onlyOf(api, `/v1/invoices?deal_id=${deal}`);
  const commission = await onlyOf(api, `/v1/commissions?deal_id=${deal}`);
  const plan = await api.create('/v1/payment-plans', {
    name: `Plan ${token}`,
    instalments: [{ label: 'All', percent: 100, due: { on: 'sale', days: 0 } }],
  });
  // A milestone has no id.
  const level = await api.post(`/v1/properties/${property.id}/milestones`, { name: `Level ${token}` });
  if (level.status !== 201) throw new Error(`A milestone was answered with ${level.status}: ${level.text}`);
  const payment = await api.create(`/v1/invoices/${invoice.id}/payments`, { amount: 1, method: 'cash' });
  const hook = await tellHook(api, hookUrl);
  const chat = await tellChat(api, hookUrl);
  const jobs = await runJobs(api, hook.webhook);
  await api.create('/v1/feed', undefined);
  await api.create('/v1/tasks/calendar', undefined);
  const pdf = { body: '%PDF-1.4\n%%EOF\n', headers: { 'content-type': 'application/pdf' } };
  const file = await api.call('POST', `/v1/files?lead_id=${lead.id}&name=${token}.pdf`, pdf);
  const connected = await newConnectRecords(api, hold, token);
  const ids = {
    agent: agent.id,
    commission: commission.id,
    deal,
    file: file.record.id,
    hold: hold.id,
    invoice: invoice.id,
    lead: lead.id,
    listing: property.id,
    milestone: `Level ${token}`,
    payment: payment.id,
    payment_plan: plan.id,
    property: property.id,
    task: task.id,
    team: team.id,
    unit: unit.id,
    ...hook,
    ...chat,
    ...jobs,
    ...connected,
  };
  return { ids, externalIds, crmConnection: () => createCrmConnection(api), hookUrl, token };
}
