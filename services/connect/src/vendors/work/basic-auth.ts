import { hash, timingSafeEqual } from 'node:crypto';
import type { FieldValues } from '../model/field-values.js';
import type { HookRequest } from '../model/hook.js';
import type { ProviderField } from '../model/provider.js';

/** User name that a vendor sends with a hook's password. */
const user = 'plotline';

/** Password that a vendor without signatures sends (RFC 7617). */
export const hookPasswordField: ProviderField = {
  name: 'hook_password',
  label: 'Password of the hook',
  type: 'secret',
  required: false,
  help: `A long password of your choice. Requests to the hook address must have it, with the user name ${user}.`,
  maxLength: 100,
};

const minPasswordLength = 16;

/** Finds a password that is easy to guess. */
export function findPasswordFaults({ hook_password: password = '' }: FieldValues) {
  if (password === '' || password.length >= minPasswordLength) return [];
  return [{ field: 'credentials.hook_password', message: `must have at least ${minPasswordLength} characters` }];
}

/** Verifies a request's password in constant time. `unready`: the connection has no password yet. */
export function verifyBasicAuth({ header, credentials }: Pick<HookRequest, 'header' | 'credentials'>) {
  const { hook_password: password } = credentials;
  if (!password) return 'unready' as const;
  const digest = (text: string) => hash('sha256', text, 'buffer');
  const expected = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const isRight = timingSafeEqual(digest(header('authorization') ?? ''), digest(expected));
  return isRight ? ('right' as const) : ('signature' as const);
}
