import { parse } from 'node:querystring';
import type { Caller, Mode } from '../core/caller.js';
import { invalid } from '../core/errors.js';
import { assertRole, assertScopes } from '../http/authorize.js';
import { assertPlainQuery } from '../http/body.js';
import { listRoutes, loadContract, type Route } from '../http/contract/document.js';
import { createValidators, type RequestValidator } from '../http/contract/validator.js';
import type { Databases } from '../store/connection/connect.js';
import { cursorScope, cutPage, matchAfter } from '../store/lists/cursor.js';
import { ByteBound, type Walked, type WalkPage, walkOrder } from '../store/lists/list.js';
import { readAtSnapshot } from '../store/transactions/transaction.js';
import type { RpcHandler } from './server.js';

/** Fields of a public record that decide the order of the pages. */
interface WalkedJson {
  readonly id: string;
  readonly created_at: Date;
}

// Declared as a method, because parameters of methods are bivariant. The contract's validator makes that sound.
interface ReadShape<Query> {
  read(caller: Caller, query: Query, page: WalkPage): Promise<Walked<WalkedJson>>;
}

/** Reads one page of a resource's records, in the form that GET returns. */
export type ReadPage<Query = unknown> = ReadShape<Query>['read'];

// Declared as a method for the same reason.
interface NameShape<Json> {
  addNames(caller: Caller, records: readonly Json[]): Promise<readonly object[]>;
}

/** Adds the names of the records that a page of records refers to, in as few calls as possible. Keeps the order. */
export type AddNames<Fields = unknown> = NameShape<WalkedJson & Fields>['addNames'];

/** Definition of a readable resource. */
export interface ReadableResource {
  /** The operationId of the resource's list. Its parameters are the filters, and its scopes are required. */
  readonly list: string;
  readonly read: ReadPage;
  /** Absent for a resource that refers to no other resource. */
  readonly addNames?: AddNames;
}

interface ReadRequest {
  readonly resource: string;
  readonly query: string;
  readonly limit: number;
  readonly after: string;
  readonly snapshot: string;
  readonly with_names?: boolean | undefined;
}

interface ReadAnswer {
  readonly records: string[];
  readonly next: string;
  readonly snapshot: string;
  readonly total: number;
}

const maxLimit = 500;

/**
 * Maximum bytes of records on a page, below the 4 MiB of a message. A single record is smaller than the remainder,
 * because a body has at most a megabyte. The limit applies first to the stored records, so that they fit into memory.
 * Then it applies to their JSON text, which may be six times as long.
 */
const maxPageBytes = 2_500_000;

/** Parameters that shape a list but don't filter it. */
const shapeParameters = new Set(['page', 'per_page', 'cursor', 'sort', 'order', 'fields', 'expand']);

function parseFilters(text: string, validator: RequestValidator, timeZone: string): Record<string, unknown> {
  const raw = parse(text);
  const shapes = Object.keys(raw).filter((name) => shapeParameters.has(name));
  if (shapes.length > 0) throw invalid(...shapes.map((field) => ({ field, message: 'is not a filter' })));
  assertPlainQuery(raw);
  return { ...validator.query(raw, true, timeZone), ...walkOrder };
}

/** Returns as many of the records as fit into a message, but at least one. */
function takeBytes<T>(records: readonly T[]): { readonly shown: string[]; readonly count: number } {
  const shown: string[] = [];
  let bytes = 0;
  for (const record of records) {
    const text = JSON.stringify(record);
    bytes += Buffer.byteLength(text);
    if (bytes > maxPageBytes && shown.length > 0) break;
    shown.push(text);
  }
  return { shown, count: shown.length };
}

interface Readable extends ReadableResource {
  readonly route: Route;
  readonly validator: RequestValidator;
}

async function nameRelations(
  { addNames }: ReadableResource,
  caller: Caller,
  records: readonly WalkedJson[],
): Promise<readonly object[]> {
  return addNames ? addNames(caller, records) : records;
}

function bindLists(contract: URL, resources: Readonly<Record<string, ReadableResource>>): Map<string, Readable> {
  const document = loadContract(contract);
  const routes = listRoutes(document);
  const validators = createValidators(document);
  return new Map(
    Object.entries(resources).map(([name, resource]) => {
      const route = routes.find(({ operation }) => operation.operationId === resource.list);
      if (!route) throw new Error(`The contract has no operation ${resource.list}.`);
      return [name, { ...resource, route, validator: validators(route) }];
    }),
  );
}

/**
 * Creates RecordsService.ReadRecords for the resources of a service. Has the same filters as the resource's list, with
 * the same errors. Refuses unknown filters. All pages use one snapshot, even if several replicas answer.
 */
export function createReadRecords(
  contract: URL,
  databases: Readonly<Record<Mode, Databases[Mode]>>,
  resources: Readonly<Record<string, ReadableResource>>,
): RpcHandler<ReadRequest, ReadAnswer> {
  const lists = bindLists(contract, resources);
  return async ({ resource, query, limit, after, snapshot, with_names }, call) => {
    const caller = call.caller();
    const list = lists.get(resource);
    if (!list) throw invalid({ field: 'resource', message: 'is not a resource of this service' });
    const { operation } = list.route;
    assertScopes(caller.scopes, operation['x-scopes'], operation['x-any-scope']);
    assertRole(caller.actor, operation['x-roles']);
    const filters = parseFilters(query, list.validator, caller.timeZone);
    if (limit < 0 || limit > maxLimit) throw invalid({ field: 'limit', message: `must be from 0 to ${maxLimit}` });
    if (limit === 0) {
      const { total } = await list.read(caller, filters, { after: {}, limit, isCounted: true });
      return { records: [], next: '', snapshot: '', total };
    }
    const scope = cursorScope(resource, caller.workspaceId, caller.mode);
    const byteBound = new ByteBound(maxPageBytes);
    const page = { after: matchAfter(scope, after, { ...walkOrder, kind: 'date' }), limit: limit + 1, byteBound };
    const read = await readAtSnapshot(databases[caller.mode], snapshot, (session) =>
      list.read(caller, filters, { ...page, isCounted: after === '', session }),
    );
    const { records, total } = read.result;
    const hasMore = records.length > limit || byteBound.isExceeded;
    const onPage = hasMore ? records.slice(0, -1) : records;
    // Runs after the snapshot's transaction, because a transaction must not wait for other services.
    const named = with_names ? await nameRelations(list, caller, onPage) : onPage;
    const { shown, count } = takeBytes(named);
    const { nextCursor } = cutPage(records, count, scope, (last) => [last.created_at, last.id]);
    return { records: shown, next: nextCursor ?? '', snapshot: read.snapshot, total };
  };
}
