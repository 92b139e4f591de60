/** Paging of a list as its service reports it. With `next_cursor`, the list is paged by cursor. */
export interface PageMeta {
  readonly page?: number;
  readonly per_page?: number;
  readonly total_pages?: number;
  readonly next_cursor?: string | null;
}

/** Whether a parsed `meta` describes a page of a list. */
export function isPageMeta(meta: unknown): meta is PageMeta {
  return typeof meta === 'object' && meta !== null && 'page' in meta && typeof meta.page === 'number';
}

interface PageLinks {
  readonly self: string;
  readonly first: string;
  readonly prev: string | null;
  readonly next: string | null;
  readonly last: string | null;
}

const pagingParameters = new Set(['page', 'per_page', 'cursor']);

/** Decodes the name of a raw parameter as the service does. */
function readName(parameter: string): string {
  return new URLSearchParams(parameter).keys().next().value ?? '';
}

/** Splits a query into raw parameters, as the client wrote them. */
function splitQuery(query: string): string[] {
  return query
    .slice(1)
    .split('&')
    .filter((parameter) => parameter !== '');
}

/**
 * Creates the relative links of a list with all filters of the client's raw `query`, which includes its question mark.
 */
export function createPageLinks(path: string, query: string, meta: PageMeta): PageLinks {
  const parameters = splitQuery(query);
  const filters = parameters.filter((parameter) => !pagingParameters.has(readName(parameter)));
  const size = meta.per_page === undefined ? [] : [`per_page=${meta.per_page}`];
  const linkTo = (position: string) => `${path}?${[...filters, position, ...size].join('&')}`;
  if (meta.next_cursor !== undefined) {
    const next = meta.next_cursor === null ? null : linkTo(`cursor=${encodeURIComponent(meta.next_cursor)}`);
    const current = parameters.find((parameter) => readName(parameter) === 'cursor') ?? 'cursor=';
    return { self: linkTo(current), first: linkTo('cursor='), prev: null, next, last: null };
  }
  const page = meta.page ?? 1;
  const last = Math.max(meta.total_pages ?? 1, 1);
  return {
    self: linkTo(`page=${page}`),
    first: linkTo('page=1'),
    prev: page > 1 ? linkTo(`page=${Math.min(page - 1, last)}`) : null,
    next: page < last ? linkTo(`page=${page + 1}`) : null,
    last: linkTo(`page=${last}`),
  };
}
