interface Page {
  readonly meta: { readonly next_cursor?: string | null };
}

interface ListPage<T> extends Page {
  readonly data: readonly T[];
}

/** Options of an infinite query that follows a list's cursors. */
export const cursorPaging = {
  initialPageParam: '',
  getNextPageParam: ({ meta }: Page) => meta.next_cursor ?? undefined,
};

/** Checks whether a list that was read page by page has no records. */
export function isEmptyList({ pages }: { readonly pages: readonly Pick<ListPage<unknown>, 'data'>[] }): boolean {
  return pages.every(({ data }) => data.length === 0);
}

/** Milliseconds. Option lists are read in full, so they are refreshed less often than other lists. */
export const optionsStaleTime = 60_000;

/** Reads all pages of a list, for use as a field's options. */
export async function readAllPages<T>(readPage: (cursor: string) => Promise<ListPage<T>>): Promise<T[]> {
  const rows: T[] = [];
  let cursor: string | null | undefined = '';
  while (typeof cursor === 'string') {
    const page: ListPage<T> = await readPage(cursor);
    rows.push(...page.data);
    cursor = page.meta.next_cursor;
  }
  return rows;
}
