import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import type { CollectedSpan } from '../../support/collector.js';
import { eventually } from '../../support/eventually.js';
import { startReceiver } from '../../support/receiver.js';
import { collector, system } from '../../support/system.js';
import { startTracedGateway } from '../../support/traced-gateway.js';
import { useFixture } from '../../support/use-fixture.js';
import { newWorkspace, type TestWorkspace } from '../../support/workspace.js';

const property = {
  name: 'Traced Point',
  type: 'apartment',
  location: { address: '1 Quay Street', area: 'Docklands', city: 'Port Ellis', country: 'Northland' },
};

type LogLine = Readonly<Record<string, unknown>>;

async function readLog(component: string): Promise<LogLine[]> {
  const text = await readFile(join(system().dataDirectory, 'logs', `${component}.log`), 'utf8');
  return text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line): LogLine => JSON.parse(line));
}

const clientTraceId = '4bf92f3577b34da6a3ce929d0e0e4736';

describe('traces of the whole system', () => {
  let workspace: TestWorkspace;
  const receiver = useFixture(startReceiver);
  const gateway = useFixture(startTracedGateway);

  before(async () => {
    workspace = await newWorkspace();
    await workspace.api.create('/v1/webhooks', { url: receiver().url, events: ['lead.won'] });
  });

  async function newSale() {
    const { api } = workspace;
    const { id: property_id } = await api.create('/v1/properties', property);
    const price = { amount: 450_000, currency: 'EUR' };
    const unit = await api.create('/v1/units', { property_id, name: 'Unit 7', price });
    const lead = await api.create('/v1/leads', { name: 'Noor Haddad', email: 'noor@example.com' });
    return { path: `/v1/leads/${lead.id}/won`, body: { unit_id: unit.id, deal_value: 445_000 } };
  }

  async function post(base: string, { path, body }: Awaited<ReturnType<typeof newSale>>, headers = {}) {
    const answer = await fetch(`${base}${path}?expand=agent`, {
      method: 'POST',
      headers: { authorization: `Bearer ${workspace.key}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    expect(answer.status, await answer.text()).to.equal(200);
  }

  /**
   * Returns the chain of spans from the outermost to the innermost. It starts with the span whose parent is unknown.
   */
  function chainTo(span: CollectedSpan, spans: readonly CollectedSpan[]): CollectedSpan[] {
    const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
    return parent ? [...chainTo(parent, spans), span] : [span];
  }
  const toText = ({ service, kind, name }: CollectedSpan) => `${service} ${kind} ${name}`;

  describe('for a sale with a webhook', () => {
    let spans: CollectedSpan[] = [];
    const find = (service: string, kind: string, name: RegExp) => {
      const found = spans.find((one) => one.service === service && one.kind === kind && name.test(one.name));
      return found ?? expect.fail(`No ${kind} span ${name} of ${service} in:\n${spans.map(toText).join('\n')}`);
    };

    before(async () => {
      const sale = await newSale();
      await post(gateway().url, sale, {
        'x-request-id': 'traced-sale',
        traceparent: `00-${clientTraceId}-${'1'.repeat(16)}-00`,
      });
      await eventually(() => {
        spans = collector().spans.filter(({ traceId }) => traceId === clientTraceId);
        find('webhook', 'client', /^deliver webhook$/);
        find('gateway', 'server', /won$/);
        find('inventory', 'server', /SellUnit$/);
        find('pipeline', 'server', /won$/);
      });
    });

    it('follow a request from the gateway through the service and gRPC to the called service', () => {
      expect(chainTo(find('inventory', 'server', /SellUnit$/), spans).map(toText)).to.deep.equal([
        'gateway server POST /v1/leads/{id}/won',
        'gateway client POST /v1/leads/{id}/won',
        'pipeline server POST /v1/leads/{id}/won',
        'pipeline client plotline.inventory.v1.ListingsService/SellUnit',
        'inventory server plotline.inventory.v1.ListingsService/SellUnit',
      ]);
    });

    it('follow an event from the gateway through the outbox and the broker to the delivery attempt', () => {
      expect(chainTo(find('webhook', 'client', /^deliver webhook$/), spans).map(toText)).to.deep.equal([
        'gateway server POST /v1/leads/{id}/won',
        'gateway client POST /v1/leads/{id}/won',
        'pipeline server POST /v1/leads/{id}/won',
        'pipeline producer publish lead.won',
        'webhook consumer process webhook.events',
        'webhook client deliver webhook',
      ]);
    });

    it("form one trace, which begins with the client's request", () => {
      const known = new Set(spans.map(({ spanId }) => spanId));
      const begins = spans.filter(({ parentSpanId }) => !known.has(parentSpanId));
      expect(begins.map(toText)).to.deep.equal(['gateway server POST /v1/leads/{id}/won']);
      expect(begins[0]?.parentSpanId).to.equal('1'.repeat(16));
      const attempt = find('webhook', 'client', /^deliver webhook$/);
      expect(attempt.attributes).to.include({ 'plotline.request_id': 'traced-sale', 'http.response.status_code': 200 });
    });

    it('have the request in every span except database spans, and no query, body, secret or record id in a name', () => {
      for (const span of spans) {
        // The database driver doesn't know the request. Its spans belong to the request's trace.
        const isOfDatabase = 'db.system.name' in span.attributes;
        expect(span.attributes['plotline.request_id'], toText(span)).to.equal(isOfDatabase ? undefined : 'traced-sale');
        expect(toText(span)).to.not.match(/(lead|unit|evt)_[0-9a-z]{26}|expand/);
        const text = JSON.stringify(span);
        for (const secret of [workspace.key, 'noor@example.com', 'Noor', '445000', 'expand=', receiver().url]) {
          expect(text, toText(span)).to.not.include(secret);
        }
      }
    });

    it('are not sent to the receiver', () => {
      const [request] = receiver().received;
      expect(request?.headers).to.not.have.any.keys('traceparent', 'tracestate', 'baggage', 'x-request-id');
      expect(JSON.stringify(request)).to.not.include(clientTraceId);
    });
  });

  it('omit an unselected request even if its client requests a trace, while log lines have its ids', async () => {
    const traceId = '5bf92f3577b34da6a3ce929d0e0e4736';
    const headers = { 'x-request-id': 'untraced-sale', traceparent: `00-${traceId}-${'1'.repeat(16)}-01` };
    const before = receiver().received.length;
    await post(system().urls.api, await newSale(), headers);
    await eventually(() => expect(receiver().received.length).to.be.greaterThan(before));
    for (const component of ['gateway', 'pipeline']) {
      await eventually(async () => {
        const lines = (await readLog(component)).filter(({ request_id }) => request_id === 'untraced-sale');
        expect(
          lines.map(({ msg }) => msg),
          component,
        ).to.include('answered');
        for (const line of lines) expect(line.trace_id).to.equal(traceId);
      });
    }
    // Waits for the spans of a selected request. Spans of the unselected request would arrive earlier.
    await post(gateway().url, await newSale(), { traceparent: `00-${'6'.repeat(32)}-${'1'.repeat(16)}-00` });
    await eventually(() => {
      const services = collector()
        .spans.filter((span) => span.traceId === '6'.repeat(32))
        .map(({ service }) => service);
      expect(services).to.include.members(['gateway', 'pipeline', 'inventory', 'webhook']);
    });
    expect(collector().spans.filter((span) => span.traceId === traceId)).to.deep.equal([]);
  });

  it('affect no request when the collector refuses them or does not respond', async () => {
    const { answer } = collector();
    try {
      for (const broken of [
        (response: Parameters<typeof answer>[0]) => void response.writeHead(503).end(),
        (response: Parameters<typeof answer>[0]) => void response.flushHeaders(),
      ]) {
        collector().answer = broken;
        const asked = collector().paths.length;
        for (let count = 0; count < 3; count += 1) await post(gateway().url, await newSale());
        await eventually(() => expect(collector().paths.length).to.be.greaterThan(asked));
        await post(gateway().url, await newSale());
      }
    } finally {
      collector().answer = answer;
    }
  });
});
