import { ApiClient } from '../../../../support/api-client.js';
import { tokenOf } from '../../../../support/auth-host.js';
import { isTree, textOf } from '../../../../support/contract/tree.js';
import { eventually } from '../../../../support/eventually.js';
import { readLink } from '../../../../support/mail-folder.js';
import { system } from '../../../../support/system.js';
import type { ExampleRecorder, RecordedCall } from '../example-recorder.js';

export interface Login {
  readonly email: string;
  readonly password: string;
}

export const asToken = { prefer: 'return=token' };

/** Reads a text field in an answer's `data`. */
export function readData(body: unknown, name: string): string {
  const data = isTree(body) ? body.data : undefined;
  return (isTree(data) ? textOf(data[name]) : undefined) ?? '';
}

export function clientOf(token: string): ApiClient {
  return new ApiClient(system().urls.auth, token);
}

/** Signs in and records the request. Resolves to the session's token. */
export async function signIn(recorder: ExampleRecorder, summary: string, body: object): Promise<string> {
  const call: RecordedCall = { status: 201, summary, body, headers: asToken };
  const { body: answer } = await recorder.call('POST', '/auth/session', call);
  return readData(answer, 'token');
}

/** Creates a workspace by signing up. Resolves to a session of its owner. */
export async function tellOfSignUp(recorder: ExampleRecorder, owner: Login): Promise<string> {
  const asked = { ...owner, name: 'Ada Lopez', workspace_name: 'Harbour Homes', currency: 'EUR' };
  await recorder.call('POST', '/auth/sign-up', { status: 202, summary: 'A workspace is asked for', body: asked });
  const unknown = { status: 401, summary: 'The password is wrong', body: owner };
  await recorder.call('POST', '/auth/session', unknown);
  const token = tokenOf(await readLink(owner.email, '/auth/confirm'));
  const wrong = { token, password: 'a password of somebody else' };
  await recorder.call('POST', '/auth/confirmations', { status: 422, summary: 'Another password', body: wrong });
  const right = { status: 200, summary: 'The workspace is created', body: { token, password: owner.password } };
  await recorder.call('POST', '/auth/confirmations', right);
  await eventually(async () => {
    const { status } = await recorder.api.post('/auth/session', owner);
    if (status !== 201) throw new Error(`The owner is not active yet: ${status}.`);
  });
  return signIn(recorder, 'With a password', owner);
}

/** Invites an agent, who accepts the invitation. Resolves to a session of the agent. */
export async function tellOfInvitation(recorder: ExampleRecorder, key: string, agent: Login): Promise<string> {
  const team = new ApiClient(system().urls.api, key);
  const { id } = await team.create('/v1/agents', { name: 'Ben Okafor', email: agent.email, role: 'agent' });
  const { id: otherId } = await team.create('/v1/agents', { name: 'Cleo Marin', email: `cleo-${agent.email}` });
  const again = { status: 202, summary: 'Another mail' };
  await recorder.call('POST', `/auth/invitations/${otherId}/resend`, again);
  const token = tokenOf(await readLink(agent.email, '/auth/invitation'));
  const accepted: RecordedCall = {
    status: 201,
    summary: 'Somebody new chooses a password',
    body: { token, name: 'Ben Okafor', password: agent.password },
    headers: asToken,
    as: clientOf('none'),
  };
  const { body } = await recorder.call('POST', '/auth/invitations/accept', accepted);
  const used = { ...accepted, status: 422, summary: 'The link was used' };
  await recorder.call('POST', '/auth/invitations/accept', used);
  await recorder.call('POST', `/auth/invitations/${id}/resend`, { status: 409, summary: 'The agent has accepted' });
  return readData(body, 'token');
}
