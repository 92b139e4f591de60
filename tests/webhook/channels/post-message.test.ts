import { createKeyring } from '@plotline/kit/core/secrets';
import { createSampleEvent } from '@plotline/webhook/channels/model/event-samples';
import { buildChatIntegration, type ChatKind } from '@plotline/webhook/channels/model/integration';
import { createChatUrls } from '@plotline/webhook/channels/work/chat-urls';
import { createPostMessage } from '@plotline/webhook/channels/work/post-message';
import type { SignedRequest } from '@plotline/webhook/receivers/model/request';
import { expect } from 'chai';
import { sampleDelivery, sampleOutcome, startedAt } from '../support/sample-delivery.js';

const chatUrls = createChatUrls(createKeyring('seals addresses in tests'));
const address = 'https://chat.example/secret';
const tenant = { workspaceId: 'ws_1', mode: 'live' } as const;
const payload = JSON.stringify(createSampleEvent('lead.won'));

function createChat(kind: ChatKind) {
  const settings = {
    name: 'Sales',
    events: ['lead.won'],
    active: true,
    template: 'Won: {{lead.name}}\n{{lead.source}}',
  };
  const id = 'int_1';
  const url = chatUrls.sealUrl(address, id);
  return buildChatIntegration(kind, settings, { id, url, now: startedAt });
}

/** Posts a message to a chat that answers 200 with that body. */
async function post(kind: ChatKind, { answer = '', event = payload } = {}) {
  const sent: SignedRequest[] = [];
  const sendRequest = async (request: SignedRequest) => {
    sent.push(request);
    const { attempt, ...rest } = sampleOutcome(startedAt, null);
    return { ...rest, attempt: { ...attempt, response_body: answer } };
  };
  const postMessage = createPostMessage({ sendRequest, chatUrls });
  const outcome = await postMessage(createChat(kind), {
    tenant,
    delivery: sampleDelivery(),
    payload: event,
  });
  const [request] = sent;
  return { outcome, url: request?.url, headers: request?.headers, body: JSON.parse(request?.body ?? '') };
}

describe('a chat message to post', () => {
  it("is posted to the chat's address, which is stored in encrypted form", async () => {
    const { url, headers } = await post('slack');
    expect(url).to.equal(address);
    expect(headers).to.include({ 'content-type': 'application/json; charset=utf-8' });
    expect(JSON.stringify(createChat('slack'))).to.not.include('secret');
  });

  for (const kind of ['slack', 'google_chat'] as const) {
    it(`is text for ${kind}`, async () => {
      expect((await post(kind)).body).to.deep.equal({ text: 'Won: Maria Silva\nwebsite' });
    });
  }

  it('is an adaptive card with a block for each line for Teams', async () => {
    const { body } = await post('teams');
    expect(body).to.have.property('type', 'message');
    expect(body.attachments[0]).to.include({ contentType: 'application/vnd.microsoft.card.adaptive' });
    expect(body.attachments[0].content).to.include({ type: 'AdaptiveCard' });
    expect(body.attachments[0].content.body).to.deep.equal([
      { type: 'TextBlock', text: 'Won: Maria Silva', wrap: true },
      { type: 'TextBlock', text: 'website', wrap: true },
    ]);
  });

  it('fails if Teams answers 200 with an error', async () => {
    const answer = 'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429';
    expect((await post('teams', { answer })).outcome.attempt).to.include({
      error: 'Teams did not accept the message.',
    });
    expect((await post('slack', { answer })).outcome.attempt).to.include({ error: null });
  });

  it('shows an example of the first event when it is a test', async () => {
    const test = JSON.stringify({ event: 'integration.test', timestamp: startedAt, data: { name: 'Sales' } });
    expect((await post('slack', { event: test })).body).to.deep.equal({
      text: 'Test of Sales\nWon: Maria Silva\nwebsite',
    });
  });
});
