import { isTree } from '../../../support/contract/tree.js';
import { newWorkspace } from '../../../support/workspace.js';
import type { ExampleRecorder } from './example-recorder.js';

/** Quota usage that the examples show. In a new workspace, the usage is 0. */
const used = new Map<unknown, number>([
  ['leads', 12_480],
  ['properties', 12],
  ['units', 300],
  ['storage_bytes', 734_003_200],
  ['imports', 3],
  ['exports', 1],
]);

/**
 * Replaces the usage, because the usage in a test means nothing. Also replaces the end of the day, because it depends
 * on the day.
 */
export async function tellOfUsage(recorder: ExampleRecorder): Promise<void> {
  const { api } = await newWorkspace({ plan: 'professional' });
  const { body } = await api.get('/v1/usage');
  const data = isTree(body) && isTree(body.data) ? body.data : {};
  if (!isTree(body) || !Array.isArray(data['quotas'])) throw new Error(`No usage: ${JSON.stringify(body)}`);
  const quotas = data['quotas'].filter(isTree).map((quota) => ({
    ...quota,
    used: used.get(quota['name']),
    remaining: Number(quota['limit']) - (used.get(quota['name']) ?? 0),
    resets_at: quota['resets_at'] === null ? null : '2026-03-04T00:00:00.000Z',
  }));
  const shown = { ...body, data: { ...data, quotas } };
  recorder.keep('GET', '/v1/usage', { status: 200, summary: 'The usage of a plan' }, shown);
}
