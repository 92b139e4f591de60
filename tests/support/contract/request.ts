import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { ApiAnswer, ApiClient } from '../api-client.js';
import type { WholePortfolio } from '../whole-portfolio.js';
import type { Place } from './fields.js';
import { externalId, kindInPath, referredKind } from './references.js';
import { type Extent, type Fill, sampleOf, withValue } from './sample.js';
import type { Method, ServedOperation } from './served-contract.js';
import type { Tree } from './tree.js';

export interface ApiRequest {
  readonly method: Method;
  readonly path: string;
  readonly body: Tree | undefined;
}

/** What a request has otherwise than the valid one. */
export interface Change {
  /** Ids in the path, by parameter. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** A value in the body; undefined leaves it out. */
  readonly body?: { readonly path: Place; readonly content: unknown };
  /** Which fields the body has before the change; the required ones unless told otherwise. */
  readonly extent?: Extent;
}

function valueInPath(operation: ServedOperation, { ids, externalIds }: WholePortfolio, name: string): string {
  const kind = kindInPath(operation, name);
  return (name === externalId ? externalIds : ids)[kind] ?? expect.fail(`The portfolio has no ${name} of ${kind}.`);
}

/** Fills references and addresses with those of a portfolio. */
export function fillFrom(operation: ServedOperation, own: WholePortfolio): Fill {
  const { ids, hookUrl } = own;
  return (name) => {
    // A record keeps its own, and no two have the same.
    if (name === externalId) return operation.method === 'PUT' ? valueInPath(operation, own, name) : randomUUID();
    const kind = referredKind(operation, name);
    if (kind) return ids[kind];
    return name === 'url' ? hookUrl : undefined;
  };
}

/** A request that fits the operation and refers to the records of the portfolio, changed as told. */
export function requestFor(operation: ServedOperation, own: WholePortfolio, change: Change = {}): ApiRequest {
  const path = operation.path.replaceAll(
    /\{(\w+)\}/g,
    (_whole, name: string) => change.path?.[name] ?? encodeURIComponent(valueInPath(operation, own, name)),
  );
  const query = new URLSearchParams(change.query).toString();
  return {
    method: operation.method,
    path: query === '' ? path : `${path}?${query}`,
    body: bodyFor(operation, own, change),
  };
}

function bodyFor(operation: ServedOperation, own: WholePortfolio, change: Change): Tree | undefined {
  if (!operation.body) return undefined;
  const fill = fillFrom(operation, own);
  const body = sampleOf(operation.body, fill, change.extent ?? 'least');
  return change.body ? withValue(body, operation.body, change.body.path, change.body.content, fill) : body;
}

/** Sends a request. */
export function send(
  api: ApiClient,
  { method, path, body }: ApiRequest,
  headers: Readonly<Record<string, string>> = {},
): Promise<ApiAnswer> {
  return api.call(method, path, { body, headers });
}
