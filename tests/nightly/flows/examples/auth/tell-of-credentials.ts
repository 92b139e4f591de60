import { tokenOf } from '../../../../support/auth-host.js';
import { isTree } from '../../../../support/contract/tree.js';
import { readLink } from '../../../../support/mail-folder.js';
import { computeCode } from '../../../../support/totp-code.js';
import type { ExampleRecorder } from '../example-recorder.js';
import { asToken, clientOf, type Login, readData, signIn } from './tell-of-people.js';

/** Reads the recovery codes in an answer. */
function readCodes(body: unknown): readonly string[] {
  const data = isTree(body) && isTree(body.data) ? body.data.recovery_codes : [];
  return Array.isArray(data) ? data.map(String) : [];
}

/** Sets up, requires and removes a second factor. Resolves to another session of the owner. */
export async function tellOfSecondFactor(recorder: ExampleRecorder, owner: Login): Promise<string> {
  const begun = await recorder.call('POST', '/auth/two-factor', { status: 201, summary: 'A secret' });
  const secret = readData(begun.body, 'secret');
  const require = { require_two_factor: true };
  const early = { status: 409, summary: 'The own second factor is missing', body: require };
  await recorder.call('PUT', '/auth/workspace', early);
  const code = { status: 200, summary: 'The first code', body: { code: computeCode(secret) } };
  const { body: confirmed } = await recorder.call('PUT', '/auth/two-factor', code);
  const [first = ''] = readCodes(confirmed);
  await recorder.call('PUT', '/auth/two-factor', { ...code, status: 409, summary: 'None was begun' });
  await recorder.call('POST', '/auth/two-factor', { status: 409, summary: 'It is set up' });
  await recorder.call('POST', '/auth/recovery-codes', { status: 422, summary: 'A code is missing' });
  const renewal = { status: 201, summary: 'New codes', body: { code: first } };
  const [last = ''] = readCodes((await recorder.call('POST', '/auth/recovery-codes', renewal)).body);
  await recorder.call('POST', '/auth/session', { status: 401, summary: 'The code is missing', body: owner });
  const token = await signIn(recorder, 'With a code', { ...owner, code: computeCode(secret, 1) });
  await recorder.call('PUT', '/auth/workspace', { status: 200, summary: 'It is required', body: require });
  await recorder.call('DELETE', '/auth/two-factor', { status: 409, summary: 'The workspace requires it' });
  await recorder.api.put('/auth/workspace', { require_two_factor: false });
  await recorder.call('DELETE', '/auth/two-factor', {
    status: 204,
    summary: 'Removed',
    headers: { 'x-two-factor-code': last },
  });
  await recorder.call('POST', '/auth/recovery-codes', { status: 409, summary: 'No second factor is set up' });
  return token;
}

/** Changes an agent's password and address. Resolves to a session of the agent. */
export async function tellOfPasswords(recorder: ExampleRecorder, agent: Login, session: string): Promise<string> {
  const second = `${agent.password} again`;
  const change = { current_password: agent.password, new_password: second };
  const changed = { status: 201, summary: 'Another password', body: change, headers: asToken, as: clientOf(session) };
  const { body } = await recorder.call('POST', '/auth/password', changed);
  const as = clientOf(readData(body, 'token'));
  const email = `new-${agent.email}`;
  const request = { email, password: second };
  await recorder.call('POST', '/auth/email', { status: 202, summary: 'A link goes there', body: request, as });
  const confirmation = { token: tokenOf(await readLink(email, '/auth/confirm')), password: second };
  await recorder.call('POST', '/auth/confirmations', { status: 200, summary: 'Another address', body: confirmation });
  await recorder.call('POST', '/auth/password-resets', { status: 202, summary: 'A link goes there', body: { email } });
  const password = `${agent.password} at last`;
  const redemption = { token: tokenOf(await readLink(email, '/auth/reset')), password };
  const redeem = '/auth/password-resets/redeem';
  await recorder.call('POST', redeem, { status: 204, summary: 'By the link', body: redemption });
  await recorder.call('POST', redeem, { status: 422, summary: 'The link was used', body: redemption });
  return readData((await recorder.api.post('/auth/session', { email, password }, asToken)).body, 'token');
}

/** Lists the owner's sessions and actions, and signs out. */
export async function tellOfSessions(recorder: ExampleRecorder, other: string): Promise<void> {
  const { records } = await recorder.call('GET', '/auth/sessions', { status: 200, summary: 'Those that are open' });
  const ended = records.find(({ current }) => current !== true)?.id ?? '';
  await recorder.call('GET', '/auth/audit?type=created&per_page=3', { status: 200, summary: 'What was created last' });
  await recorder.call('DELETE', '/auth/session', { status: 204, summary: 'Over', as: clientOf(other) });
  if (ended !== '') await recorder.api.delete(`/auth/sessions/${ended}`);
  await recorder.call('DELETE', '/auth/sessions', { status: 204, summary: 'Ended' });
}
