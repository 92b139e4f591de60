/** Paging of a list as its service reports it; with `next_cursor` the list is walked by cursor. */
export interface PageMeta {
  readonly page?: number;
  readonly per_page?: number;
  readonly total_pages?: number;
  readonly next_cursor?: string | null;
}

interface Links {
  readonly self: string;
  readonly first: string;
  readonly prev: string | null;
  readonly next: string | null;
  readonly last: string | null;
}

const paging = new Set(['page', 'per_page', 'cursor']);

/** The name of a part, as the service reads it. */
function nameOf(part: string): string {
  return new URLSearchParams(part).keys().next().value ?? '';
}

/** The parts of the client's own query as it wrote them. */
function partsOf(query: string): string[] {
  return query
    .slice(1)
    .split('&')
    .filter((part) => part !== '');
}

/** The relative links of a list, all filters kept; `query` is the client's, with its question mark. */
export function linksFor(path: string, query: string, meta: PageMeta): Links {
  const parts = partsOf(query);
  const filters = parts.filter((part) => !paging.has(nameOf(part)));
  const size = meta.per_page === undefined ? [] : [`per_page=${meta.per_page}`];
  const to = (place: string) => `${path}?${[...filters, place, ...size].join('&')}`;
  if (meta.next_cursor !== undefined) {
    const next = meta.next_cursor === null ? null : to(`cursor=${encodeURIComponent(meta.next_cursor)}`);
    const here = parts.find((part) => nameOf(part) === 'cursor') ?? 'cursor=';
    return { self: to(here), first: to('cursor='), prev: null, next, last: null };
  }
  const page = meta.page ?? 1;
  const last = Math.max(meta.total_pages ?? 1, 1);
  return {
    self: to(`page=${page}`),
    first: to('page=1'),
    prev: page > 1 ? to(`page=${Math.min(page - 1, last)}`) : null,
    next: page < last ? to(`page=${page + 1}`) : null,
    last: to(`page=${last}`),
  };
}
