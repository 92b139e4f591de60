import { infiniteQueryOptions } from '@tanstack/react-query';
import type { components } from '../../../gen/api.js';
import { readBody } from '../../api/client.js';
import { cursorPaging } from '../../api/cursor-pages.js';
import { readVersioned } from '../../api/versioned-record.js';
import type { Tenant } from '../../api/workspace.js';

export type DocumentTemplate = components['schemas']['DocumentTemplate'];

export const getTemplatesKey = ({ key }: Tenant) => [...key, 'document-templates'] as const;

/** Lists the templates, newest first. */
export function templatesQuery(tenant: Tenant) {
  return infiniteQueryOptions({
    queryKey: [...getTemplatesKey(tenant), 'list'],
    queryFn: ({ pageParam: cursor }) =>
      readBody(tenant.api.GET('/v1/document-templates', { params: { query: { per_page: 50, cursor } } })),
    ...cursorPaging,
  });
}

/** Reads a template with its entity tag. */
export const readTemplate = ({ api }: Tenant, id: string) =>
  readVersioned(api.GET('/v1/document-templates/{id}', { params: { path: { id } } }));

/** Reads a document that was created from the template with sample values. */
export const readPreview = ({ api }: Tenant, id: string): Promise<Blob> =>
  readBody(api.GET('/v1/document-templates/{id}/preview', { params: { path: { id } }, parseAs: 'blob' }));
