import type { ProblemDetail } from '@plotline/kit/errors';
import type { Context } from '../context.js';
import { findHostFault } from '../domain/chat-hosts.js';
import { findTemplateFault } from '../domain/chat-message.js';
import { type IntegrationKind, type IntegrationSettings, isChat } from '../domain/integration.js';

/** What a request says of an integration; the shape was validated against the contract. */
export interface IntegrationBody extends Partial<IntegrationSettings> {
  readonly url?: string;
}

async function findUrlFaults(
  { validateUrl, allowAnyHost }: Pick<Context, 'validateUrl' | 'allowAnyHost'>,
  kind: IntegrationKind,
  url: string | undefined,
): Promise<readonly ProblemDetail[]> {
  if (url === undefined || !isChat(kind)) return [];
  const faults = await validateUrl(url);
  const hostFault = faults.length > 0 || allowAnyHost ? null : findHostFault(kind, url);
  return hostFault ? [hostFault] : faults;
}

/** What is wrong with the settings of an integration beyond their shape. */
export async function findIntegrationFaults(
  context: Context,
  kind: IntegrationKind,
  { url }: Pick<IntegrationBody, 'url'>,
  { template, events }: Pick<IntegrationSettings, 'template' | 'events'>,
): Promise<readonly ProblemDetail[]> {
  const faults = await findUrlFaults(context, kind, url);
  const templateFault = isChat(kind) && template !== null ? findTemplateFault(template, events) : null;
  return templateFault === null ? faults : [...faults, { field: 'template', message: templateFault }];
}
