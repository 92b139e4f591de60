import type { ChatKind } from '../domain/integration.js';

/** A card with a line of text for each line of the message, as Workflows and connectors of Teams take it. */
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

/** The body of a message, as the incoming webhooks of the chat take it. */
export function toChatBody(kind: ChatKind, text: string): string {
  return JSON.stringify(kind === 'teams' ? toCard(text) : { text });
}
