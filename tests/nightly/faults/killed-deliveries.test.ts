import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventExchange, formatEnvelope } from '@plotline/kit/broker/message';
import { connect } from 'amqplib';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { freeServicePorts } from '../../support/free-port.js';
import { startReceiver } from '../../support/receiver.js';
import { system } from '../../support/system.js';
import { newWorkspace } from '../../support/workspace.js';

/** `WEBHOOK_FAULT_EVENTS=10000` and `WEBHOOK_FAULT_SEED` select the long run. */
const eventCount = Number(process.env['WEBHOOK_FAULT_EVENTS'] ?? 300);
const seed = Number(process.env['WEBHOOK_FAULT_SEED'] ?? 11);
const batchSize = 25;
const readyWithinMs = 60_000;

/** Returns numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function createRandom(from: number): () => number {
  let state = from;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface SentEvent {
  readonly id: string;
  readonly leadId: string;
  readonly payload: string;
}

function createEvent(workspaceId: string): SentEvent {
  const [id, leadId] = [`evt_${randomUUID()}`, `lead_${randomUUID()}`];
  const fields = { id, event: 'lead.created', timestamp: new Date(), workspace_id: workspaceId, data: { id: leadId } };
  return { id, leadId, payload: formatEnvelope(fields) };
}

/** Publishes events until the broker has confirmed all of them, always with the same ids, as a service's relay does. */
async function publish(events: readonly SentEvent[]): Promise<void> {
  for (;;) {
    try {
      const connection = await connect(system().amqpUrl);
      connection.on('error', () => undefined);
      try {
        const channel = await connection.createConfirmChannel();
        channel.on('error', () => undefined);
        for (const { id, payload } of events) {
          const headers = { mode: 'live', request_id: id };
          const options = { persistent: true, messageId: id, contentType: 'application/json', headers };
          channel.publish(eventExchange, 'lead.created', Buffer.from(payload), options);
        }
        await channel.waitForConfirms();
        return;
      } finally {
        await connection.close().catch(() => undefined);
      }
    } catch {
      await sleep(200);
    }
  }
}

describe('events for a webhook', function () {
  this.timeout(300_000 + eventCount * 300);

  it(`are all delivered, each with one id, while webhook, broker and database are killed in turn (seed ${seed})`, async () => {
    const workspace = await newWorkspace();
    const receiver = await startReceiver();
    const { id } = await workspace.api.create('/v1/webhooks', { url: receiver.url, events: ['lead.created'] });
    const ports = await freeServicePorts();
    const replica = await system().startInstance('webhook', ports);
    const targets = ['webhook', 'rabbitmq', replica.name, 'mongo'];
    const random = createRandom(seed);
    const events = Array.from({ length: eventCount }, () => createEvent(workspace.id));
    let isOver = false;
    const killing = (async () => {
      for (let turn = 0; turn < targets.length || !isOver; turn += 1) {
        const target = targets[turn % targets.length] ?? 'webhook';
        await sleep(random() * 1_500);
        await system().kill(target);
        await system().whenReady(target, readyWithinMs);
      }
    })();
    try {
      for (let from = 0; from < events.length; from += batchSize) await publish(events.slice(from, from + batchSize));
    } finally {
      isOver = true;
      await killing;
    }
    await eventually(() => {
      const received = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
      expect(events.filter((event) => !received.has(event.id)).length, 'events that were not delivered').to.equal(0);
    });
    const idsOfLeads = new Map<string, Set<string>>();
    for (const { body } of receiver.received) {
      const { id: eventId, data } = JSON.parse(body);
      idsOfLeads.set(data.id, (idsOfLeads.get(data.id) ?? new Set()).add(eventId));
    }
    expect(idsOfLeads).to.have.property('size', eventCount);
    expect([...idsOfLeads.values()].filter((ids) => ids.size > 1)).to.deep.equal([]);
    await eventually(async () => {
      const { stats } = (await workspace.api.get(`/v1/webhooks/${id}`)).record;
      expect(stats).to.include({ deliveries_total: eventCount, deliveries_successful: eventCount });
    });
    await system().hold(replica.name);
    await receiver.stop();
  });
});
