import type { Outcome } from '../../deliveries/model/attempt.js';
import type { AttemptDelivery } from '../../deliveries/model/attempt-delivery.js';
import { parsePayload } from '../../events/model/payload.js';
import { integrationTestEvent } from '../../events/model/recorded-event.js';
import type { SendRequest } from '../../receivers/model/request.js';
import { type PublishedEvent, renderMessage } from '../model/chat-message.js';
import { createSampleEvent, toSampleName } from '../model/event-samples.js';
import type { ChatIntegration, ChatKind } from '../model/integration.js';
import type { ChatUrls } from './chat-urls.js';

/** Creates a card for Teams (Workflows and connectors). The card has a line of text for each line of the message. */
function toCard(text: string) {
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: text.split('\n').map((line) => ({ type: 'TextBlock', text: line, wrap: true })),
  };
  const attachment = { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content };
  return { type: 'message', attachments: [attachment] };
}

/** Creates the body of a message for the chat's incoming webhooks. */
function toChatBody(kind: ChatKind, text: string): string {
  return JSON.stringify(kind === 'teams' ? toCard(text) : { text });
}

export interface PostMessageOptions {
  readonly sendRequest: SendRequest;
  readonly chatUrls: Pick<ChatUrls, 'open'>;
}

/** Returns the text of a message. A test shows the first of the subscribed events as an example. */
function toText({ kind, events, name, template }: ChatIntegration, published: PublishedEvent): string {
  if (published.event !== integrationTestEvent) return renderMessage(kind, template, published);
  const [first = '*'] = events;
  const sample = createSampleEvent(toSampleName(first));
  return `${renderMessage(kind, 'Test of {{subject}}', { ...published, data: { name } })}\n${renderMessage(kind, template, sample)}`;
}

/** Teams connectors respond with 200 even if Teams refused the message. The body contains the actual status. */
function judge(kind: ChatKind, outcome: Outcome): Outcome {
  const { attempt } = outcome;
  const body = attempt.response_body ?? '';
  if (kind !== 'teams' || attempt.error !== null || !body.includes('message delivery failed')) return outcome;
  const overloaded = /\bHTTP error (429|5\d\d)\b/.test(body);
  return { ...outcome, overloaded, attempt: { ...attempt, error: 'Teams did not accept the message.' } };
}

/** Creates the function that posts messages of events to chats. */
export function createPostMessage({ sendRequest, chatUrls }: PostMessageOptions): AttemptDelivery<ChatIntegration> {
  return async (integration, { tenant: { workspaceId }, payload }, signal) => {
    const { id, kind, url } = integration;
    const headers = { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'Plotline-Integrations/1.0' };
    const body = toChatBody(kind, toText(integration, parsePayload(payload)));
    const outcome = await sendRequest({ workspaceId, url: chatUrls.open(url.sealed, id), headers, body }, signal);
    return { ...judge(kind, outcome), request: { url: null, headers, body } };
  };
}
