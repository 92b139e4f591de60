import type { ProblemDetail } from '@plotline/kit/core/errors';
import type { MailAddress } from './email-port.js';
import type { FieldValues } from './field-values.js';
import type { ProviderField } from './provider.js';

/** Sender settings that all email providers have. */
export const senderFields: readonly ProviderField[] = [
  {
    name: 'from_address',
    label: 'Sender address',
    type: 'text',
    required: true,
    help: 'Address that leads see. It must be verified at the provider.',
    maxLength: 254,
  },
  {
    name: 'from_name',
    label: 'Sender name',
    type: 'text',
    required: false,
    help: 'Name that leads see beside the address.',
    maxLength: 100,
  },
];

/** One address without a name. Strict, because it becomes a header. */
const addressForm = /^[^\s@<>()[\],;:"\\]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}$/i;
const control = /[\p{Cc}\p{Cf}]/u;

/** Returns whether a text is one email address that can be written to a header. */
export function isMailAddress(text: string): boolean {
  return text.length <= 254 && addressForm.test(text);
}

export function findSenderFaults({ from_address: address, from_name: name = '' }: FieldValues): ProblemDetail[] {
  const isWrong = address !== undefined && !isMailAddress(address);
  return [
    ...(isWrong ? [{ field: 'settings.from_address', message: 'must be an email address' }] : []),
    ...(control.test(name) ? [{ field: 'settings.from_name', message: 'must have no control characters' }] : []),
  ];
}

/** Returns the sender of a connection whose settings were checked. */
export function getSender({ from_address: address = '', from_name: name = '' }: FieldValues): MailAddress {
  return { name, address };
}

/** Setting that names the agent who gets new leads from emails. */
export const assignedAgentField: ProviderField = {
  name: 'assigned_agent',
  label: 'Agent for new leads',
  type: 'text',
  required: false,
  help: 'Id or email of the agent who gets new leads from emails. Without an agent, these leads stay unassigned.',
  maxLength: 254,
};
