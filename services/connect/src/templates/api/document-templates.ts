import { created, ok, page, selectFields, withVersion } from '@plotline/kit/core/answer';
import { invalid, notFound } from '@plotline/kit/core/errors';
import { newId } from '@plotline/kit/core/ids';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { createTemplate, editTemplate, type TemplateText, toTemplateJson } from '../model/template.js';
import type { TemplateQuery } from '../store/document-templates.js';
import { findBodyFaults } from '../work/check-template.js';
import { readImages } from '../work/read-images.js';

interface FieldsQuery {
  readonly fields?: readonly string[];
}

const findFaults = ({ body }: Partial<TemplateText>) => (body === undefined ? [] : findBodyFaults(body));

const inspect: InspectingHandler['inspect'] = async ({ body }: Call<Partial<TemplateText>>) => findFaults(body);

/** Throws VALIDATION_ERROR for errors in a body. Every image in it must exist. */
async function assertBody(context: Context, { caller, body }: Call<Partial<TemplateText>>): Promise<void> {
  const faults = findFaults(body);
  if (faults.length > 0) throw invalid(...faults);
  if (body.body !== undefined) await readImages(context, caller, body.body, 'body');
}

/** POST /v1/document-templates */
export function createDocumentTemplate(context: Context): InspectingHandler {
  return {
    inspect,
    handle: async (call: Call<TemplateText>) => {
      await assertBody(context, call);
      const text = { name: call.body.name.trim(), body: call.body.body };
      const id = newId('dtpl');
      return context.documentTemplates.add(
        call,
        (now) => createTemplate(text, id, now),
        (template) => withVersion(created(toTemplateJson(template)), template.version),
      );
    },
  };
}

/** GET /v1/document-templates */
export function listDocumentTemplates({ documentTemplates }: Context): Handler<unknown, TemplateQuery & FieldsQuery> {
  return async ({ caller, query }) => {
    const { records, info } = await documentTemplates.list(caller, query);
    return page(
      records.map((template) => selectFields(toTemplateJson(template), query.fields)),
      info,
    );
  };
}

/** GET /v1/document-templates/:id */
export function getDocumentTemplate({ documentTemplates }: Context): Handler<unknown, FieldsQuery> {
  return async ({ caller, path, query }) => {
    const template = await documentTemplates.get(caller, path('id'));
    if (!template) throw notFound();
    return withVersion(ok(selectFields(toTemplateJson(template), query.fields)), template.version);
  };
}

/** PUT /v1/document-templates/:id */
export function updateDocumentTemplate(context: Context): InspectingHandler {
  return {
    inspect,
    handle: async (call: Call<Partial<TemplateText>>) => {
      const { path, body, header } = call;
      await assertBody(context, call);
      return context.documentTemplates.change(
        call,
        path('id'),
        (before, now) => {
          assertIfMatch(header, before);
          return editTemplate(before, { name: (body.name ?? before.name).trim(), body: body.body ?? before.body }, now);
        },
        (template) => withVersion(ok(toTemplateJson(template)), template.version),
      );
    },
  };
}

/** DELETE /v1/document-templates/:id */
export function deleteDocumentTemplate({ documentTemplates }: Context): Handler {
  return (call) => documentTemplates.delete(call, call.path('id'), (template) => assertIfMatch(call.header, template));
}
