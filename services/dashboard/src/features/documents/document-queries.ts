import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../gen/api.js';
import { readBody } from '../../api/client.js';
import { optionsStaleTime, readAllPages } from '../../api/cursor-pages.js';
import { getIdempotencyKey } from '../../api/idempotency-keys.js';
import { type Tenant, useTenant } from '../../api/workspace.js';

export type SaleDocument = components['schemas']['Document'];
export type DocumentVersion = 'original' | 'signed' | 'audit';

/** The record whose documents are listed. */
export type DocumentFilter = { readonly deal_id: string } | { readonly hold_id: string } | { readonly lead_id: string };

/** Deal or hold from which a document is created. */
export interface DocumentSubject {
  readonly type: 'deal' | 'hold';
  readonly id: string;
}

/** Milliseconds between two reads while a provider works on a document. */
const pendingIntervalMs = 3_000;

const getDocumentsKey = ({ key }: Tenant) => [...key, 'documents'] as const;

/** Lists the latest documents of a deal, a hold or a lead, newest first. */
export function documentsQuery(tenant: Tenant, filter: DocumentFilter) {
  return queryOptions({
    queryKey: [...getDocumentsKey(tenant), filter],
    queryFn: async () => {
      const query = { ...filter, per_page: 50 };
      return (await readBody(tenant.api.GET('/v1/documents', { params: { query } }))).data;
    },
    refetchInterval: ({ state }) => (state.data?.some(({ pending }) => pending !== null) ? pendingIntervalMs : false),
  });
}

/** Returns a function that refreshes the lists of documents, and the files and timelines of leads. */
export function useRefreshDocuments(): () => Promise<void> {
  const { key } = useTenant();
  const client = useQueryClient();
  return async () => {
    const names = ['documents', 'files', 'leads'];
    await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: [...key, name] })));
  };
}

/** Reads the names of all templates, for use as a field's options. */
export function useTemplateChoices() {
  const tenant = useTenant();
  const readPage = (cursor: string) => {
    const query = { per_page: 100, fields: ['name' as const], cursor };
    return readBody(tenant.api.GET('/v1/document-templates', { params: { query } }));
  };
  return useQuery({
    queryKey: [...tenant.key, 'document-templates', 'choices'],
    queryFn: () => readAllPages(readPage),
    staleTime: optionsStaleTime,
  });
}

export function createDocument({ api }: Tenant, { type, id }: DocumentSubject, template_id: string) {
  const request = { params: { path: { id } }, body: { template_id } };
  return type === 'deal'
    ? readBody(api.POST('/v1/deals/{id}/documents', request))
    : readBody(api.POST('/v1/holds/{id}/documents', request));
}

export function readContent({ api }: Tenant, id: string, version: DocumentVersion): Promise<Blob> {
  const params = { path: { id }, query: { version } };
  return readBody(api.GET('/v1/documents/{id}/content', { params, parseAs: 'blob' }));
}

/** Stores the PDF that was signed on paper. Stores the same file only once, even if it is sent repeatedly. */
export async function uploadSigned({ api, key }: Tenant, id: string, file: File) {
  const { name, size, lastModified } = file;
  const idempotencyKey = await getIdempotencyKey(JSON.stringify([key, id, name, size, lastModified]));
  const headers = { 'content-type': 'application/pdf', 'idempotency-key': idempotencyKey };
  // The generated type of the body is a string. The serializer passes the file itself on, and the browser streams it.
  const sent = { params: { path: { id } }, body: '', bodySerializer: () => file, headers };
  return readBody(api.POST('/v1/documents/{id}/signed', sent));
}
