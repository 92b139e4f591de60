import pLimit from 'p-limit';
import type { ApiClient } from '../../../../support/api-client.js';
import type { DocumentedOperation, ExampleRecorder } from '../example-recorder.js';

const unknownId = 'none_01k9zq6h3m8v2x4c5b7n9p0000';
const fill = (path: string) => path.replaceAll(/\{\w+\}/g, unknownId);

/** Invalid bodies, for the operations that accept one. */
const wrongBodies: Readonly<Record<string, object>> = {
  signIn: { email: 'ada@harbour.example' },
  changePassword: { new_password: 'short' },
  confirmTwoFactor: {},
  updateWorkspace: { currency: 'XXL' },
  requestWorkspaceDeletion: { reason: 'We close.' },
  createSavedView: { name: 'Overdue leads', page: 'The board' },
  updateSavedView: { name: '' },
  createApp: { name: 'Portal sync', redirect_uris: ['https://portal.example/callback'], scopes: ['read:all'] },
  updateApp: { scopes: ['read:all'] },
  createApiKey: { name: 'Website', mode: 'test', scopes: [] },
  rotateApiKey: { overlap_days: 30 },
  signUp: { email: 'ada@harbour.example', name: 'Ada Lopez' },
  confirmAddress: {},
  acceptInvitation: {},
  requestPasswordReset: {},
  redeemPasswordReset: {},
  requestEmailChange: { email: 'ada@harbour.example' },
};

/**
 * Returns an invalid field, or an unknown parameter if the operation has no field that can be invalid. The request
 * changes nothing.
 */
async function tellOfInvalid(recorder: ExampleRecorder, { id, method, path }: DocumentedOperation): Promise<void> {
  const body = wrongBodies[id];
  if (body !== undefined) {
    await recorder.call(method, fill(path), { status: 422, summary: 'Fields that are not valid', body });
    return;
  }
  const summary = 'An unknown parameter with handling strict';
  await recorder.call(method, `${fill(path)}?colour=blue`, {
    status: 422,
    summary,
    headers: { prefer: 'handling=strict' },
  });
}

async function tellOfRole(recorder: ExampleRecorder, { id, method, path }: DocumentedOperation, agent: ApiClient) {
  const body = wrongBodies[id];
  const call = { status: 403, summary: 'An agent may not', as: agent, ...(body === undefined ? {} : { body }) };
  await recorder.call(method, fill(path), call);
}

async function tellOfMethod(recorder: ExampleRecorder, { method, path }: DocumentedOperation): Promise<void> {
  const taken = recorder.operations.filter((other) => other.path === path).map((other) => other.method);
  const wrong = ['PATCH', 'PUT', 'DELETE'].find((other) => !taken.includes(other)) ?? 'PATCH';
  const { status, body } = await recorder.api.call(wrong, fill(path), { body: {} });
  if (status !== 405) throw new Error(`${wrong} ${path} answered ${status}.`);
  recorder.keep(method, path, { status, summary: `${wrong} instead` }, body);
}

/** Refusals that are specific to an operation. */
export async function tellOfRefusals(recorder: ExampleRecorder, agent: ApiClient): Promise<void> {
  const limit = pLimit(8);
  const tasks = recorder.operations.flatMap((operation) => {
    const { statuses, roles } = operation;
    return [
      ...(statuses.includes('422') ? [limit(() => tellOfInvalid(recorder, operation))] : []),
      ...(roles.length > 0 && !roles.includes('agent') ? [limit(() => tellOfRole(recorder, operation, agent))] : []),
      ...(statuses.includes('405') ? [limit(() => tellOfMethod(recorder, operation))] : []),
    ];
  });
  await Promise.all(tasks);
}
