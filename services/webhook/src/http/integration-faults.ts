import type { ProblemDetail } from '@plotline/kit/core/errors';
import type { Context } from '../context.js';
import { findHostFault } from '../domain/chat-hosts.js';
import { findTemplateFault } from '../domain/chat-message.js';
import type { ChatKind, ChatSettings, Integration } from '../domain/integration.js';

/** What is wrong with an integration with a chat beyond the shape of the request; without a `url` the address stays. */
export async function findChatFaults(
  { validateUrl, allowAnyHost }: Pick<Context, 'validateUrl' | 'allowAnyHost'>,
  kind: ChatKind | undefined,
  url: string | undefined,
  { template, events }: Pick<ChatSettings, 'template' | 'events'>,
): Promise<readonly ProblemDetail[]> {
  const faults = await validateUrl(url);
  const isChecked = faults.length > 0 || allowAnyHost || url === undefined || kind === undefined;
  const hostFault = isChecked ? null : findHostFault(kind, url);
  const templateFault = template === null ? null : findTemplateFault(template, events);
  return [
    ...faults,
    ...(hostFault ? [hostFault] : []),
    ...(templateFault === null ? [] : [{ field: 'template', message: templateFault }]),
  ];
}

type Kind = Integration['kind'];

/** The fields that integrations of some kinds alone have; null is none. */
const ofChats = ['url', 'template'];
const ofDigests = ['recipients', 'schedule'];

function isGiven(body: object, field: string): boolean {
  const value: unknown = Reflect.get(body, field);
  return value !== undefined && value !== null;
}

/** What a request sets that the kind does not have. */
export function findForeignFields(kind: Kind, body: object): readonly ProblemDetail[] {
  const [foreign, message] =
    kind === 'mail_digest' ? [ofChats, 'is for chats alone'] : [ofDigests, 'is for mail digests alone'];
  return foreign.filter((field) => isGiven(body, field)).map((field) => ({ field, message }));
}

/** What a new integration of the kind lacks. */
export function findMissingFields(kind: Kind, body: object): readonly ProblemDetail[] {
  const required = kind === 'mail_digest' ? ofDigests : ['url'];
  return required.filter((field) => !isGiven(body, field)).map((field) => ({ field, message: 'is required' }));
}
