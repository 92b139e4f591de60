import { ok } from '@plotline/kit/core/answer';
import type { Handler } from '@plotline/kit/http/handler';
import { type ImportResource, importFields, isRequired, toPublicType } from '../model/import-fields.js';
import { listPermitted } from './permitted-resources.js';

/** GET /v1/imports/fields */
export function listImportFields(): Handler<unknown, { readonly resource?: ImportResource }> {
  return async ({ caller, query }) => {
    const resources = listPermitted(caller).filter((one) => query.resource === undefined || query.resource === one);
    const fields = resources.flatMap((resource) =>
      [...importFields[resource]].map(([name, type]) => {
        const values = type.kind === 'enumeration' ? type.values : null;
        return { resource, name, type: toPublicType(type), required: isRequired(resource, name), values };
      }),
    );
    return ok(fields);
  };
}
