import pLimit from 'p-limit';
import { ApiClient } from '../../../support/api-client.js';
import { system } from '../../../support/system.js';
import { newKey, type TestWorkspace } from '../../../support/workspace.js';
import type { DocumentedOperation, ExampleRecorder } from './example-recorder.js';

const unknownId = 'none_01k9zq6h3m8v2x4c5b7n9p0000';
const fill = (path: string) => path.replaceAll(/\{\w+\}/g, unknownId);

/** Invalid body, for the operations whose fields may all be absent. */
const wrongBodies: Readonly<Record<string, object>> = {
  updateProperty: { status: 'open' },
  updateUnit: { price: { amount: -1, currency: 'XXL' } },
  updateLead: { stage: 'sold', email: 'maria.silva' },
  updateAgent: { role: 'boss' },
  updateTeam: { name: '' },
  updateTask: { due_at: 'soon' },
  updateWebhook: { events: ['lead.sold'] },
  updateIntegration: { events: ['lead.sold'] },
  rotateWebhookSecret: { secret: 'short' },
  deactivateAgent: { reason: 5 },
  markNotificationsRead: { until: 'yesterday' },
  createLead: { name: 'Maria Silva', email: 'maria.silva', budget: { min: 300_000, max: 200_000 } },
  createUnits: { units: [{ name: 'Tower A, 1204', price: { amount: 1, currency: 'XXL' } }] },
};

const headers = { 'content-type': 'text/csv' };
const emptyFile = { summary: 'A file without rows', body: 'name,email\n', headers };
const pdf = '%PDF-1.4\n%%EOF\n';
const pdfType = { 'content-type': 'application/pdf' };
const fileOfNothing = { summary: 'A file without a record', body: pdf, headers: pdfType };
const handling = { prefer: 'handling=strict' };
const strict = { summary: 'An unknown parameter with handling strict', headers: handling };
const emptyPdf = { body: pdf, headers: { ...handling, ...pdfType } };
const workbookAsText = { summary: 'A workbook sent as CSV', body: 'PK\u0003\u0004', headers };

/** Returns a file that an operation refuses. Undefined if the operation accepts no file. */
function findWrongFile({ id }: DocumentedOperation) {
  if (id === 'previewFile') return workbookAsText;
  if (id === 'uploadFile') return fileOfNothing;
  return /^import[A-Z]/.test(id) ? emptyFile : undefined;
}

const takesBody = ({ method }: DocumentedOperation) => method !== 'GET' && method !== 'DELETE';

/** Returns an invalid field or parameter, or an unknown one if none can be invalid. */
async function tellOfInvalid(recorder: ExampleRecorder, operation: DocumentedOperation): Promise<void> {
  const { id, method, path } = operation;
  const wrongFile = findWrongFile(operation);
  if (wrongFile) {
    await recorder.call(method, path, { status: 422, ...wrongFile });
    return;
  }
  if (id === 'uploadSignedDocument') {
    await recorder.call(method, `${fill(path)}?colour=blue`, { status: 422, ...strict, ...emptyPdf });
    return;
  }
  const body = takesBody(operation) ? (wrongBodies[id] ?? {}) : undefined;
  const plain = await recorder.api.call(method, fill(path), body === undefined ? {} : { body });
  if (plain.status === 422) {
    recorder.keep(method, path, { status: 422, summary: 'Fields that are not valid' }, plain.body);
    return;
  }
  await recorder.call(method, `${fill(path)}?colour=blue`, {
    status: 422,
    ...strict,
    ...(body === undefined ? {} : { body }),
  });
}

async function tellOfScope(recorder: ExampleRecorder, operation: DocumentedOperation, keys: readonly ApiClient[]) {
  const { method, path } = operation;
  for (const as of keys) {
    const answer = await as.call(method, fill(path), takesBody(operation) ? { body: {} } : {});
    if (answer.status !== 403) continue;
    recorder.keep(method, path, { status: 403, summary: 'The key lacks a scope' }, answer.body);
    return;
  }
}

async function tellOfMethod(recorder: ExampleRecorder, operation: DocumentedOperation): Promise<void> {
  const { method, path } = operation;
  const taken = recorder.operations.filter((other) => other.path === path).map((other) => other.method);
  const wrong = ['PATCH', 'PUT', 'DELETE'].find((other) => !taken.includes(other)) ?? 'PATCH';
  const answer = await recorder.api.call(wrong, fill(path), { body: {} });
  recorder.keep(method, path, { status: answer.status, summary: `${wrong} instead` }, answer.body);
}

/** Refusals that are specific to an operation. */
export async function tellOfRefusals(recorder: ExampleRecorder, { id }: TestWorkspace): Promise<void> {
  const { api } = system().urls;
  const made = [await newKey(id, 'live', ['webhooks']), await newKey(id, 'live', ['read:analytics'])];
  const keys = made.map(({ key }) => new ApiClient(api, key));
  const limit = pLimit(8);
  const tasks = recorder.operations.flatMap((operation) => [
    limit(() => tellOfInvalid(recorder, operation)),
    limit(() => tellOfScope(recorder, operation, keys)),
    limit(() => tellOfMethod(recorder, operation)),
  ]);
  await Promise.all(tasks);
}
