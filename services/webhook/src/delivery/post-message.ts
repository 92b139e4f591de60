import { type PublishedEvent, renderMessage } from '../domain/chat-message.js';
import type { Outcome } from '../domain/delivery.js';
import { createSampleEvent } from '../domain/event-samples.js';
import type { ChatKind, Integration } from '../domain/integration.js';
import { parsePayload } from '../domain/payload.js';
import { integrationTestEvent } from '../domain/recorded-event.js';
import type { AttemptedEvent } from './attempt-delivery.js';
import { toChatBody } from './chat-request.js';
import type { ChatUrls } from './chat-urls.js';
import type { SendRequest } from './send-request.js';

export interface PostMessageOptions {
  readonly sendRequest: SendRequest;
  readonly chatUrls: Pick<ChatUrls, 'open'>;
}

/** Posts the message of an event to a chat. Rejects only when `signal` aborts it, or with HostBusy. */
export type PostMessage = (
  integration: Integration,
  kind: ChatKind,
  event: AttemptedEvent,
  signal?: AbortSignal,
) => Promise<Outcome>;

/** A test shows what the first of the events would look like. */
function toText({ events, name, template }: Integration, kind: ChatKind, published: PublishedEvent): string {
  if (published.event !== integrationTestEvent) return renderMessage(kind, template, published);
  const [first = '*'] = events;
  const sample = createSampleEvent(first === '*' ? 'lead.created' : first);
  return `${renderMessage(kind, 'Test of {{subject}}', { ...published, data: { name } })}\n${renderMessage(kind, template, sample)}`;
}

/** Connectors of Teams answer 200 also when Teams has not taken the message, and say so in the body. */
function judge(kind: ChatKind, outcome: Outcome): Outcome {
  const { attempt } = outcome;
  const isRefused = kind === 'teams' && attempt.response_body?.includes('message delivery failed') === true;
  if (!isRefused || attempt.error !== null) return outcome;
  return { ...outcome, attempt: { ...attempt, error: 'Teams did not take the message.' } };
}

export function createPostMessage({ sendRequest, chatUrls }: PostMessageOptions): PostMessage {
  return async (integration, kind, { payload }, signal) => {
    const { id, url } = integration;
    if (!url) throw new Error('A chat has no address.');
    const headers = { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'Plotline-Integrations/1.0' };
    const body = toChatBody(kind, toText(integration, kind, parsePayload(payload)));
    return judge(kind, await sendRequest({ url: chatUrls.open(url.sealed, id), headers, body }, signal));
  };
}
