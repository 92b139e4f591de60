import { createKeyring } from '@plotline/kit/core/secrets';
import type { ResolvedAddress } from '@plotline/kit/network/address-guard';
import { createSampleEvent } from '@plotline/webhook/channels/model/event-samples';
import { buildChatIntegration, type ChatKind } from '@plotline/webhook/channels/model/integration';
import { createChatUrls } from '@plotline/webhook/channels/work/chat-urls';
import { createPostMessage } from '@plotline/webhook/channels/work/post-message';
import { recordAttempt } from '@plotline/webhook/deliveries/model/delivery';
import { adjustPace, firstPace } from '@plotline/webhook/deliveries/model/pace';
import { expect } from 'chai';
import nock from 'nock';
import { createNockedConnections } from '../../support/node-http-dispatcher.js';
import { useNock } from '../../support/use-nock.js';
import { sampleDelivery, startedAt } from '../support/sample-delivery.js';
import { createGuard, createSender } from '../support/sending.js';

// Addresses and status codes follow docs.slack.dev (incoming webhooks, rate limits), learn.microsoft.com (Teams
// webhooks and connectors, limits of Power Automate) and developers.google.com/workspace/chat (webhooks, limits).
// Wordings of error bodies are examples.
const addresses: Readonly<Record<ChatKind, string>> = {
  slack: 'https://hooks.slack.com/services/T0001/B0002/secret',
  teams:
    'https://prod-01.westeurope.logic.azure.com/workflows/abc/triggers/manual/paths/invoke?api-version=2016-06-01&sig=s',
  google_chat: 'https://chat.googleapis.com/v1/spaces/AAAA/messages?key=k&token=t',
};
const connector = 'https://acme.webhook.office.com/webhookb2/1/IncomingWebhook/2/3';
const chatUrls = createChatUrls(createKeyring('seals addresses in tests'));
const publicAddress = [{ address: '93.184.215.14', family: 4 }];

interface Ways {
  readonly address?: string;
  readonly resolveName?: () => Promise<ResolvedAddress[]>;
  readonly timeoutMs?: number;
}

/** Posts a message to a chat as in production, but without sockets and name servers. */
async function post(
  kind: ChatKind,
  { address = addresses[kind], resolveName = async () => publicAddress, ...rest }: Ways = {},
) {
  const guard = createGuard({}, resolveName);
  const clock = () => startedAt;
  const sendRequest = createSender({ guard, connections: createNockedConnections(), clock, ...rest });
  const postMessage = createPostMessage({ sendRequest, chatUrls });
  const settings = { name: 'Sales', events: ['lead.won'], active: true, template: 'Won: {{lead.name}}' };
  const integration = buildChatIntegration(kind, settings, {
    id: 'int_1',
    url: chatUrls.sealUrl(address, 'int_1'),
    now: startedAt,
  });
  const payload = JSON.stringify(createSampleEvent('lead.won'));
  const tenant = { workspaceId: 'ws_1', mode: 'live' } as const;
  return postMessage(integration, { tenant, delivery: sampleDelivery(), payload });
}

function expectMessage(address: string, body?: nock.DataMatcherMap): nock.Interceptor {
  const { origin, pathname, search } = new URL(address);
  return nock(origin).post(pathname + search, body);
}

/** Seconds until the next attempt. Undefined when there is none. */
function getDelay(outcome: Awaited<ReturnType<typeof post>>): number | undefined {
  const { due_at } = recordAttempt(sampleDelivery(), outcome);
  return due_at && (due_at.getTime() - startedAt.getTime()) / 1_000;
}

describe("a message to another company's chat", () => {
  useNock();

  it('is delivered when Slack answers ok', async () => {
    expectMessage(addresses.slack, { text: 'Won: Maria Silva' }).reply(200, 'ok');
    expect((await post('slack')).attempt).to.include({ response_code: 200, response_body: 'ok', error: null });
  });

  it('is delivered when a Teams workflow accepts it', async () => {
    expectMessage(addresses.teams, { type: 'message', attachments: /.+/ }).reply(202);
    expect((await post('teams')).attempt).to.include({ response_code: 202, error: null });
  });

  it('is delivered when Google Chat returns the message', async () => {
    const message = { name: 'spaces/AAAA/messages/BBBB', text: 'Won: Maria Silva' };
    expectMessage(addresses.google_chat, { text: 'Won: Maria Silva' }).reply(200, message);
    expect((await post('google_chat')).attempt).to.include({ response_code: 200, error: null });
  });

  const refusals: readonly (readonly [ChatKind, number, string | object])[] = [
    ['slack', 400, 'invalid_payload'],
    ['slack', 403, 'action_prohibited'],
    ['slack', 404, 'no_service'],
    ['slack', 500, 'rollup_error'],
    ['teams', 401, { error: { code: 'DirectApiAuthorizationRequired' } }],
    ['teams', 404, { error: { code: 'WorkflowNotFound' } }],
    ['google_chat', 400, { error: { code: 400, status: 'INVALID_ARGUMENT' } }],
    ['google_chat', 404, { error: { code: 404, status: 'NOT_FOUND' } }],
  ];
  for (const [kind, status, body] of refusals) {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    it(`is stored as failed with the response, and retried in 5 minutes, if ${kind} answers ${status} ${text}`, async () => {
      expectMessage(addresses[kind]).reply(status, body);
      const outcome = await post(kind);
      const error = `The receiver answered ${status}.`;
      expect(outcome.attempt).to.include({ response_code: status, response_body: text, error });
      expect(getDelay(outcome)).to.equal(300);
    });
  }

  it('is not retried when Slack reports an archived channel', async () => {
    expectMessage(addresses.slack).reply(410, 'channel_is_archived');
    const outcome = await post('slack');
    expect(outcome.attempt).to.include({ response_code: 410, response_body: 'channel_is_archived' });
    expect(getDelay(outcome)).to.equal(undefined);
  });

  const exhausted = { error: { code: 429, status: 'RESOURCE_EXHAUSTED' } };
  const limits: readonly (readonly [ChatKind, string | object, string | undefined, number])[] = [
    ['slack', 'rate_limited', '30', 300],
    ['slack', 'rate_limited', '3600', 3_600],
    ['teams', { error: { code: 'TooManyRequests' } }, '900', 900],
    ['google_chat', exhausted, undefined, 300],
  ];
  for (const [kind, body, retryAfter, seconds] of limits) {
    it(`waits ${seconds} s, and halves the pace, when ${kind} limits it with Retry-After ${retryAfter}`, async () => {
      expectMessage(addresses[kind]).reply(429, body, retryAfter === undefined ? {} : { 'Retry-After': retryAfter });
      const outcome = await post(kind);
      expect(outcome.attempt).to.include({ response_code: 429, error: 'The receiver answered 429.' });
      expect(getDelay(outcome)).to.equal(seconds);
      expect(adjustPace(firstPace, 'dlv_1', outcome).limit).to.equal(1);
    });
  }

  const throttled = 'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error';
  for (const [status, limit] of [
    [429, 1],
    [413, 2.5],
  ] as const) {
    it(`fails when a Teams connector answers 200 with an error ${status}, which ${status === 429 ? 'limits' : 'does not limit'} its pace`, async () => {
      expectMessage(connector).reply(200, `${throttled} ${status} with ContextId tcid=1,server=DB3,cv=1..`);
      const outcome = await post('teams', { address: connector });
      expect(outcome.attempt).to.include({ response_code: 200, error: 'Teams did not accept the message.' });
      expect(adjustPace(firstPace, 'dlv_1', outcome).limit).to.equal(limit);
    });
  }

  it('fails if the chat does not respond in time', async () => {
    expectMessage(addresses.slack).delay(60_000).reply(200, 'ok');
    const outcome = await post('slack', { timeoutMs: 50 });
    expect(outcome.attempt).to.include({ response_code: null, error: 'No complete answer within 0.05 seconds.' });
    expect(getDelay(outcome)).to.equal(300);
    nock.abortPendingRequests();
  });

  const failures = {
    ECONNREFUSED: 'The connection failed (ECONNREFUSED).',
    ECONNRESET: 'The connection was closed early.',
  };
  for (const [code, error] of Object.entries(failures)) {
    it(`fails when the connection ends with ${code}`, async () => {
      expectMessage(addresses.google_chat).replyWithError(Object.assign(new Error(code), { code }));
      expect((await post('google_chat')).attempt).to.include({ response_code: null, error });
    });
  }

  it("is not sent if the chat's host has no address or a private one", async () => {
    const unknown = await post('slack', { resolveName: () => Promise.reject(new Error('ENOTFOUND')) });
    expect(unknown.attempt).to.include({ response_code: null, error: 'The host name could not be resolved.' });
    const moved = await post('slack', { resolveName: async () => [{ address: '10.0.0.1', family: 4 }] });
    expect(moved.attempt).to.include({ response_code: null, error: 'The address is private or reserved.' });
  });

  it('does not follow redirects from the chat', async () => {
    expectMessage(addresses.slack).reply(302, '', { location: 'https://elsewhere.example/' });
    const error = 'The receiver answered 302; redirects are not followed.';
    expect((await post('slack')).attempt).to.include({ response_code: 302, error });
  });
});
