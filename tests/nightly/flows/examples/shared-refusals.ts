import { conflict, Problem, toProblem, unavailable } from '@plotline/kit/core/errors';
import { renderPublicProblem } from '@plotline/kit/http/rendering';
import { type ApiAnswer, ApiClient } from '../../../support/api-client.js';
import { isTree } from '../../../support/contract/tree.js';
import { system } from '../../../support/system.js';
import type { TestWorkspace } from '../../../support/workspace.js';
import type { StableValues } from './stable-values.js';

interface SharedExample {
  readonly summary: string;
  /** Methods of the operations that this refusal is limited to. */
  readonly methods?: readonly string[];
  readonly value: unknown;
}

type SharedRefusals = Record<string, Record<string, SharedExample>>;

/** Refusals that a call can't reliably provoke. They are written by the same code as real refusals. */
const rendered: readonly (readonly [name: string, summary: string, problem: Problem, methods?: readonly string[]])[] = [
  [
    'key_in_use',
    'A request with the same Idempotency-Key is still running',
    conflict('A request with this Idempotency-Key is still running. Try again later.', 'idempotency_key_in_use'),
    ['post'],
  ],
  [
    'record_busy',
    'Many requests change the record at the same time',
    conflict('Too many requests are changing the record. Try again.', 'record_busy'),
    ['put', 'patch', 'delete'],
  ],
  [
    'minute_used_up',
    'The requests of the minute are used up',
    new Problem('RATE_LIMIT_EXCEEDED', 'The request limit per minute is reached. Try again in 23 seconds.', {
      retryAfter: 23,
    }),
  ],
  ['failure', 'Something is wrong on our side', toProblem(new Error('unforeseen'))],
  ['away', 'Part of the service is unavailable', unavailable('The service is not available at the moment.')],
];

/** Refusals that do not depend on the operation. */
export async function collectSharedRefusals(
  { api, key }: TestWorkspace,
  leadId: string,
  values: StableValues,
): Promise<SharedRefusals> {
  const shared: SharedRefusals = {};
  const add = (status: number, name: string, example: SharedExample) => {
    shared[status] = { ...shared[status], [name]: example };
  };
  const record = async (name: string, summary: string, call: Promise<ApiAnswer>, methods?: readonly string[]) => {
    const { status, body } = await call;
    if (status < 400 || !isTree(body)) throw new Error(`${summary}: ${status} is not a refusal.`);
    add(status, name, { summary, ...(methods && { methods }), value: values.toStable(body) });
  };
  const { urls } = system();
  const stranger = new ApiClient(urls.api, `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`);
  await record('malformed_json', 'The body is no JSON', api.post('/v1/leads', '{"name":'), ['post', 'put', 'patch']);
  await record('operator', 'A parameter that is an operator', api.get('/v1/leads?stage[$ne]=won'));
  await record('wrong_key', 'The key is mistyped, revoked or expired', stranger.get('/v1/leads'));
  await record('foreign_workspace', 'The workspace is another one', api.get('/v1/leads', { 'x-workspace-id': 'ws_x' }));
  await record('unknown_id', 'No such record', api.get('/v1/leads/lead_01k9zq6h3m8v2x4c5b7n9p0000'));
  const stale = api.put(`/v1/leads/${leadId}`, { notes: 'x' }, { 'if-match': '"0-stale"' });
  await record('changed', 'The record has changed since', stale);
  await record('too_large', 'The body is too large', api.post('/v1/leads', `"${'x'.repeat(1_048_576)}"`));
  await record('target_too_long', 'The query is too long', api.get(`/v1/leads?search=${'x'.repeat(8_192)}`));
  await record('headers_too_large', 'A header is too large', api.get('/v1/leads', { 'x-note': 'x'.repeat(12_288) }));
  for (const [name, summary, problem, methods] of rendered) {
    const value: unknown = JSON.parse(renderPublicProblem(problem));
    add(problem.status, name, { summary, ...(methods && { methods }), value });
  }
  return shared;
}
