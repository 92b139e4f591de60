import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { ApiAnswer, ApiClient, ApiOptions } from '../api-client.js';
import { createStatement } from '../connect-records.js';
import type { WholePortfolio } from '../whole-portfolio.js';
import type { Place } from './fields.js';
import { externalId, kindInPath, referredKind } from './references.js';
import { type Extent, type Fill, sampleOf, withValue } from './sample.js';
import type { Method, ServedFile, ServedOperation } from './served-contract.js';
import type { Tree } from './tree.js';

export interface ApiRequest {
  readonly method: Method;
  readonly path: string;
  readonly body: Tree | undefined;
  /** Replaces a JSON body. */
  readonly file: ServedFile | undefined;
}

/** Differences between a request and the valid request. */
export interface Change {
  /** Ids in the path, by parameter. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Value in the body. Undefined leaves it out. */
  readonly body?: { readonly path: Place; readonly content: unknown };
  /** Fields in the body before the change. By default the required fields. */
  readonly extent?: Extent;
}

function valueInPath(operation: ServedOperation, { ids, externalIds }: WholePortfolio, name: string): string {
  const kind = kindInPath(operation, name);
  return (name === externalId ? externalIds : ids)[kind] ?? expect.fail(`The portfolio has no ${name} of ${kind}.`);
}

/** Fills references and addresses with those of a portfolio's records. */
export function fillFrom(operation: ServedOperation, own: WholePortfolio): Fill {
  const { ids, hookUrl } = own;
  return (name) => {
    // A record keeps its own external id, and no two records share one.
    if (name === externalId) return operation.method === 'PUT' ? valueInPath(operation, own, name) : randomUUID();
    const kind = referredKind(operation, name);
    if (kind) return ids[kind];
    // A time that is neither in the future nor long ago.
    if (name === 'from') return new Date(Date.now() - 86_400_000).toISOString();
    return name === 'url' ? hookUrl : undefined;
  };
}

/** Builds a valid request for the operation that refers to the portfolio's records, with the given changes. */
export function requestFor(operation: ServedOperation, own: WholePortfolio, change: Change = {}): ApiRequest {
  const path = operation.path.replaceAll(
    /\{(\w+)\}/g,
    (_whole, name: string) => change.path?.[name] ?? encodeURIComponent(valueInPath(operation, own, name)),
  );
  // A file belongs to a record of one of several kinds. The contract therefore requires none of these parameters.
  const isUpload = operation.method === 'POST' && operation.path === '/v1/files';
  const query = new URLSearchParams(change.query ?? (isUpload ? { lead_id: own.ids.lead } : {})).toString();
  return {
    method: operation.method,
    path: query === '' ? path : `${path}?${query}`,
    body: bodyFor(operation, own, change),
    file: operation.files[0],
  };
}

/** Operations that require one of several fields. The contract therefore requires none of these fields. */
const choices: Readonly<Record<string, readonly [field: string, ...others: string[]]>> = {
  won: ['property_id', 'unit_id'],
  extend: ['expires_in', 'expires_at'],
  transfer: ['lead_id', 'unit_id'],
};
/** Longer than the default duration of a hold. */
const extensionSeconds = 2_000_000;

/** Adds the first field of a choice, unless the change contains one of the choice's fields. */
function withChoice(body: Tree, { path }: ServedOperation, fill: Fill, change: Change): Tree {
  const fields = choices[path.split('/').at(-1) ?? ''];
  const isNamed = fields?.some((field) => change.body?.path.includes(field)) || change.extent === 'whole';
  if (!fields || isNamed) return body;
  return { ...body, [fields[0]]: fill(fields[0]) ?? extensionSeconds };
}

/** Limits an integration to the fields of its kind. The sample is a chat integration. */
function withChat(body: Tree, { path, method }: ServedOperation, fill: Fill): Tree {
  if (!/^\/v1\/integrations(\/\{id\})?$/.test(path)) return body;
  const { recipients: _recipients, schedule: _schedule, ...chat } = body;
  return method === 'POST' ? { ...chat, url: fill('url') } : chat;
}

/**
 * Replaces the sample's instalments. Their percentages don't add up to 100, and their due days are incomplete on their
 * own.
 */
function withInstalments(body: Tree, { path }: ServedOperation, change: Change): Tree {
  const isNamed = change.body?.path.includes('instalments');
  if (!path.startsWith('/v1/payment-plans') || body.instalments === undefined || isNamed) return body;
  return { ...body, instalments: [{ label: 'All', percent: 100, due: { on: 'sale', days: 0 } }] };
}

/** Fills in texts that connect reads: a statement, and the credentials for a fake provider. */
function withConnect(body: Tree, { path, method }: ServedOperation, own: WholePortfolio): Tree {
  if (method !== 'POST') return body;
  if (path === '/v1/statement-lines') return { ...body, ...createStatement() };
  return path === '/v1/connections' ? { ...body, ...own.crmConnection() } : body;
}

function bodyFor(operation: ServedOperation, own: WholePortfolio, change: Change): Tree | undefined {
  if (!operation.body) return undefined;
  const fill = fillFrom(operation, own);
  const plain = withConnect(sampleOf(operation.body, fill, change.extent ?? 'least'), operation, own);
  const sample = withChat(plain, operation, fill);
  const body = withInstalments(withChoice(sample, operation, fill, change), operation, change);
  return change.body ? withValue(body, operation.body, change.body.path, change.body.content, fill) : body;
}

/** Parts of the request other than its method and address. */
export function toOptions({ body, file }: ApiRequest, headers: Readonly<Record<string, string>> = {}): ApiOptions {
  return file ? { body: file.text, headers: { 'content-type': file.type, ...headers } } : { body, headers };
}

/**
 * Sends a request. Retries while another sale to the same lead is in progress, because tests send many requests at the
 * same time.
 */
export async function send(
  api: ApiClient,
  request: ApiRequest,
  headers: Readonly<Record<string, string>> = {},
): Promise<ApiAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await api.call(request.method, request.path, toOptions(request, headers));
    if (attempt === 50 || !answer.text.includes('"reason":"sale_in_progress"')) return answer;
    await sleep(100);
  }
}
