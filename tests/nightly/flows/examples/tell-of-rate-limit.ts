import { plans } from '@plotline/gateway/limits/plans';
import { isTree } from '../../../support/contract/tree.js';
import type { ExampleRecorder } from './example-recorder.js';

/**
 * Replaces limits and usage. This system's limits are a multiple of the plan's, and the usage depends on the minute.
 */
export async function tellOfRateLimit(recorder: ExampleRecorder): Promise<void> {
  const { body } = await recorder.api.get('/v1/rate-limit');
  const data = isTree(body) && isTree(body.data) ? body.data : {};
  const { minute, daily } = data;
  const limit = plans.get('enterprise')?.maxPerMinute ?? 0;
  if (!isTree(body) || !isTree(minute) || !isTree(daily)) throw new Error(`No limits: ${JSON.stringify(body)}`);
  const shown = {
    ...data,
    minute: { ...minute, limit, used: 7, remaining: limit - 7 },
    daily: { ...daily, used: 1_240 },
  };
  recorder.keep('GET', '/v1/rate-limit', { status: 200, summary: 'Of the plan Enterprise' }, { ...body, data: shown });
}
