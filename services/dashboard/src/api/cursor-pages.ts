interface Page {
  readonly meta: { readonly next_cursor?: string | null };
}

interface ListPage<T> extends Page {
  readonly data: readonly T[];
}

/** How a query reads a list page by page. */
export const cursorPaging = {
  initialPageParam: '',
  getNextPageParam: ({ meta }: Page) => meta.next_cursor ?? undefined,
};

/** Lists that people choose from are read to their end, so not as often as others. */
export const choiceStaleTime = 60_000;

/** Reads a list to its end, page by page; for lists that people choose from. */
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
