import type { ProblemDetail } from '@plotline/kit/errors';
import type { Context } from '../context.js';
import { findHostFault } from '../domain/chat-hosts.js';
import { findTemplateFault } from '../domain/chat-message.js';
import type { ChatKind, ChatSettings } from '../domain/integration.js';

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
