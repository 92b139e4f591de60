import type { Answer } from '../core/answer.js';
import { invalid, notFound, Problem, type ProblemDetail } from '../core/errors.js';
import { isExternalIdInUse } from '../core/ids.js';
import { retryOnConflict, VersionConflict } from '../store/records/guarded-update.js';
import { type Answering, assertBody, getHandle } from './assert-body.js';
import { assertRole, assertScopes } from './authorize.js';
import type { RequestValidator } from './contract/validator.js';
import { preconditionFailed } from './etag.js';
import type { Call, FindByExternalId, Handler } from './handler.js';

/** Name of the path parameter, and of the field in records. */
const field = 'external_id';

/** An operation that creates or updates, as it is served on its own. */
interface Part extends Answering {
  readonly validator: RequestValidator;
}

interface UpsertParts {
  readonly find: FindByExternalId;
  readonly create: Part;
  readonly update: Part;
}

type Fields = Readonly<Record<string, unknown>>;

/** Returns the path of a call for the record's id. */
function replaceId({ path }: Call, id: string): Call['path'] {
  return (name) => (name === 'id' ? id : path(name));
}

/** Returns a body with the external id of the path. The body is known to be an object. */
function readFields(body: unknown, externalId: string): Fields {
  const fields: Fields = { ...Object(body) };
  if (Object.hasOwn(fields, field) && fields[field] !== externalId) {
    throw invalid({ field, message: 'must be the one in the path or be omitted' });
  }
  return fields;
}

/** Runs an operation as if it had been called with this body. `refused` returns the fields that it can't accept. */
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
  const checked = { ...call, query: validator.query({}, false, call.caller.timeZone), body, rowFaults };
  await assertBody(checked, [...faults, ...refused(body)], part);
  return getHandle(part)(checked);
}

function create(call: Call, part: Part, sent: Fields, externalId: string): Promise<Answer> {
  if (call.header('if-match') !== undefined) {
    throw preconditionFailed('No record has this external_id.', 'record_changed');
  }
  const fields = { ...sent, [field]: externalId };
  // The new record would lack fields that only an update can set.
  return carryOut(call, part, fields, (taken) =>
    Object.keys(fields)
      .filter((name) => !Object.hasOwn(taken, name))
      .map((name) => ({ field: name, message: 'cannot be set when the record is created' })),
  );
}

function update(call: Call, part: Part, sent: Fields, id: string): Promise<Answer> {
  if (call.header('if-none-match')?.trim() === '*') {
    throw preconditionFailed('A record with this external_id already exists.', 'record_exists', { id });
  }
  // The external id stays as it is: another request may have changed it since the record was found.
  const { [field]: _external, ...fields } = sent;
  return carryOut({ ...call, path: replaceId(call, id) }, part, fields, () => []);
}

/** Whether another request has created or deleted the record since it was looked up. */
function isOutdated(error: unknown, id: string | null): boolean {
  if (id === null) return isExternalIdInUse(error);
  return error instanceof Problem && error.code === 'NOT_FOUND';
}

/**
 * Creates a handler for PUT by external id. It calls the update operation when a record has the id, otherwise the
 * create operation, each with its own scopes, roles, body and events. One of several concurrent
 * requests creates the record, because the index of external ids is unique, and the others update.
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

/** Creates a handler for GET by external id from the one by id. */
export function getByExternalId(find: FindByExternalId, get: Handler): Handler {
  return async (call) => {
    const id = await find(call.caller, call.path(field));
    if (id === null) throw notFound();
    return get({ ...call, path: replaceId(call, id) });
  };
}
