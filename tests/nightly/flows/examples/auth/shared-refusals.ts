import { toOAuthError } from '@plotline/auth/oauth/api/oauth-error';
import { conflict, Problem, toProblem, unavailable } from '@plotline/kit/core/errors';
import { renderPublicProblem } from '@plotline/kit/http/rendering';
import type { ApiAnswer } from '../../../../support/api-client.js';
import { isTree } from '../../../../support/contract/tree.js';
import type { DocumentedOperation, ExampleRecorder } from '../example-recorder.js';
import type { StableValues } from '../stable-values.js';
import { clientOf } from './tell-of-people.js';

interface SharedExample {
  readonly summary: string;
  readonly methods?: readonly string[];
  /** Operations that this refusal is limited to. */
  readonly operations: readonly string[];
  readonly value: unknown;
}

type Scope = Omit<SharedExample, 'summary' | 'value'>;

const minuteUsedUp = new Problem(
  'RATE_LIMIT_EXCEEDED',
  'Too many requests from this address without a workspace. Try again in 23 seconds.',
  { retryAfter: 23 },
);
const tooManyFailures = new Problem('RATE_LIMIT_EXCEEDED', 'Too many failed attempts. Try again later.', {
  retryAfter: 540,
});
const away = unavailable('The authorization server is not available at the moment.');

const signInRequired = new Problem('UNAUTHORIZED', 'This address has an account. Sign in with it to accept.', {
  reason: 'sign_in_required',
});

const idsOf = (operations: readonly DocumentedOperation[]) => operations.map(({ id }) => id);

/** Renders a refusal in OAuth's own format. */
function renderOAuth(problem: Problem): unknown {
  const { code, message } = toOAuthError(problem);
  return { success: false, error: code, error_description: message };
}

/** Refusals that do not depend on the operation. */
export async function collectSharedRefusals(
  { api, operations }: ExampleRecorder,
  values: StableValues,
): Promise<Record<string, Record<string, SharedExample>>> {
  const ofOAuth = operations.filter(({ path }) => path.startsWith('/oauth/'));
  const others = operations.filter((one) => !ofOAuth.includes(one));
  const known: Scope = { operations: idsOf(others.filter(({ roles }) => roles.length > 0)) };
  const all: Scope = { operations: idsOf(others) };
  const oauth: Scope = { operations: idsOf(ofOAuth) };
  const withBody: Scope = { ...all, methods: ['post', 'put'] };
  const shared: Record<string, Record<string, SharedExample>> = {};
  const add = (status: number, name: string, summary: string, scope: Scope, value: unknown) => {
    shared[status] = { ...shared[status], [name]: { summary, ...scope, value } };
  };
  const record = async (name: string, summary: string, scope: Scope, wanted: number, call: Promise<ApiAnswer>) => {
    const { status, body, text } = await call;
    if (status !== wanted || !isTree(body)) throw new Error(`${summary}: ${status} ${text.slice(0, 500)}`);
    add(status, name, summary, scope, values.toStable(body));
  };
  const place = '/auth/apps/app_01k9zq6h3m8v2x4c5b7n9p0000';
  const foreign = api.get('/auth/session', { 'x-workspace-id': 'ws_x' });
  await record('malformed_json', 'The body is no JSON', withBody, 400, api.post('/auth/session', '{"email":'));
  await record('operator', 'A parameter that is an operator', all, 400, api.get('/auth/sessions?id[$ne]=x'));
  await record('no_session', 'There is no session', known, 401, clientOf('none').get('/auth/session'));
  await record('foreign_workspace', 'The workspace is another one', known, 403, foreign);
  const [app] = (await api.get('/auth/apps')).records;
  const stale = api.put(`/auth/apps/${app?.id}`, { name: 'Sync' }, { 'if-match': '"0-stale"' });
  const versioned: Scope = {
    operations: ['updateWorkspace', 'updateApp', 'deleteApp', 'updateSavedView', 'deleteSavedView'],
  };
  await record('changed', 'The record has changed since', versioned, 412, stale);
  const page = api.post('/auth/session', {}, { origin: 'https://elsewhere.example' });
  await record(
    'foreign_page',
    'A page of another origin asks',
    { ...all, methods: ['post', 'put', 'delete'] },
    403,
    page,
  );
  await record('unknown_id', 'No such record', known, 404, api.get(place));
  const large = api.post('/auth/session', `"${'x'.repeat(1_048_576)}"`);
  await record('too_large', 'The body is too large', all, 413, large);
  await record('target_too_long', 'The query is too long', all, 414, api.get(`/auth/session?x=${'x'.repeat(8_192)}`));
  const headers = api.get('/auth/session', { 'x-note': 'x'.repeat(12_288) });
  await record('headers_too_large', 'A header is too large', all, 431, headers);
  const render = (problem: Problem): unknown => JSON.parse(renderPublicProblem(problem));
  const busy = conflict('Too many requests are changing the record. Try again.', 'record_busy');
  add(409, 'record_busy', 'Many requests change the record at the same time', all, render(busy));
  const invited: Scope = { operations: ['acceptInvitation'] };
  add(401, 'account_exists', 'There is an account with the address', invited, render(signInRequired));
  add(429, 'minute_used_up', 'The requests of the minute are used up', all, render(minuteUsedUp));
  add(429, 'too_many_failures', 'The client failed to authenticate too often', oauth, renderOAuth(tooManyFailures));
  add(500, 'failure', 'Something is wrong on our side', all, render(toProblem(new Error('unforeseen'))));
  add(503, 'away', 'The authorization server is unavailable', all, render(away));
  add(503, 'oauth_away', 'The authorization server is unavailable', oauth, renderOAuth(away));
  return shared;
}
