import type { Answer } from '../core/answer.js';
import { invalid, notFound, Problem, type ProblemDetail } from '../core/errors.js';
import { isExternalIdInUse } from '../core/external-id.js';
import { retryOnConflict, VersionConflict } from '../store/transactions/retry-on-conflict.js';
import { type Answering, assertBody, getHandle } from './assert-body.js';
import { assertRole, assertScopes } from './authorize.js';
import type { RequestValidator } from './contract/validator.js';
import { preconditionFailed } from './etag.js';
import type { Call, FindByExternalId, Handler } from './handler.js';

/** The name of the path parameter, and of the field of records. */
const field = 'external_id';

/** An operation that creates or updates, as a request to it by itself would be served. */
interface Part extends Answering {
  readonly validator: RequestValidator;
}

interface UpsertParts {
  readonly find: FindByExternalId;
  readonly create: Part;
  readonly update: Part;
}

type Fields = Readonly<Record<string, unknown>>;

/** The path of a call to the record itself. */
function replaceId({ path }: Call, id: string): Call['path'] {
  return (name) => (name === 'id' ? id : path(name));
}

/** A body whose external id is that of the path: it was checked to be an object. */
function readFields(body: unknown, externalId: string): Fields {
  const fields: Fields = { ...Object(body) };
  if (Object.hasOwn(fields, field) && fields[field] !== externalId) {
    throw invalid({ field, message: 'must be the one in the path, or be left out' });
  }
  return fields;
}

/** Carries out an operation as if it had been called with this body. `refused` says which of its fields cannot be taken. */
async function carryOut(
  call: Call,
  part: Part,
  fields: Fields,
  refused: (taken: Fields) => readonly ProblemDetail[],
): Promise<Answer> {
  const { validator, route } = part;
  assertScopes(call.caller.scopes, route.operation['x-scopes']);
  assertRole(call.caller.actor, route.operation['x-roles']);
  const body: Fields = structuredClone(fields);
  const { faults, rowFaults } = validator.body(body, false);
  const checked = { ...call, query: validator.query({}, false), body, rowFaults };
  await assertBody(checked, [...faults, ...refused(body)], part);
  return getHandle(part)(checked);
}

function create(call: Call, part: Part, sent: Fields, externalId: string): Promise<Answer> {
  if (call.header('if-match') !== undefined) {
    throw preconditionFailed('There is no record with this external_id.', 'record_changed');
  }
  const fields = { ...sent, [field]: externalId };
  // The new record would lack what an update alone can set.
  return carryOut(call, part, fields, (taken) =>
    Object.keys(fields)
      .filter((name) => !Object.hasOwn(taken, name))
      .map((name) => ({ field: name, message: 'cannot be set on a record that is created' })),
  );
}

function update(call: Call, part: Part, sent: Fields, id: string): Promise<Answer> {
  if (call.header('if-none-match')?.trim() === '*') {
    throw preconditionFailed('There is a record with this external_id.', 'record_exists', { id });
  }
  // It stays as it is: another request may have changed it since the record was found by it.
  const { [field]: _external, ...fields } = sent;
  return carryOut({ ...call, path: replaceId(call, id) }, part, fields, () => []);
}

/** Whether another request created the record after it was not found, or deleted it after it was. */
function isOutdated(error: unknown, id: string | null): boolean {
  if (id === null) return isExternalIdInUse(error);
  return error instanceof Problem && error.code === 'NOT_FOUND';
}

/**
 * Answers a PUT by external id: by the operation that updates when a record has it, otherwise by the one that creates, each with its
 * scopes, roles, body and events. Of several at once, one creates, as the index of external ids is unique, and the others update.
 */
export function createUpsertHandler({ find, create: creation, update: change }: UpsertParts): Handler {
  return (call) => {
    const externalId = call.path(field);
    const fields = readFields(call.body, externalId);
    return retryOnConflict(async () => {
      const id = await find(call.caller, externalId);
      try {
        return await (id === null ? create(call, creation, fields, externalId) : update(call, change, fields, id));
      } catch (error) {
        throw isOutdated(error, id) ? new VersionConflict() : error;
      }
    });
  };
}

/** Answers a GET by external id by the handler that answers the one by id. */
export function getByExternalId(find: FindByExternalId, get: Handler): Handler {
  return async (call) => {
    const id = await find(call.caller, call.path(field));
    if (id === null) throw notFound();
    return get({ ...call, path: replaceId(call, id) });
  };
}
