import type { ProblemDetail } from '@plotline/kit/core/errors';
import type { Context } from '../../context.js';
import { findHostFault } from '../model/chat-hosts.js';
import { findTemplateFault } from '../model/chat-message.js';
import type { ChatKind, ChatSettings, Integration } from '../model/integration.js';

/**
 * Finds the errors in a chat integration that the contract can't find. Without a `url`, the integration keeps its
 * address.
 */
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

/** Fields that only some kinds of integrations have. Null means absent. */
const ofChats = ['url', 'template'];
const ofDigests = ['recipients', 'schedule'];

function isGiven(body: object, field: string): boolean {
  const value: unknown = Reflect.get(body, field);
  return value !== undefined && value !== null;
}

/** Finds fields of a request that this kind of integration does not have. */
export function findForeignFields(kind: Kind, body: object): readonly ProblemDetail[] {
  const [foreign, message] =
    kind === 'mail_digest' ? [ofChats, 'is only for chats'] : [ofDigests, 'is only for mail digests'];
  return foreign.filter((field) => isGiven(body, field)).map((field) => ({ field, message }));
}

/** Finds required fields that a new integration of the kind lacks. */
export function findMissingFields(kind: Kind, body: object): readonly ProblemDetail[] {
  const required = kind === 'mail_digest' ? ofDigests : ['url'];
  return required.filter((field) => !isGiven(body, field)).map((field) => ({ field, message: 'is required' }));
}
