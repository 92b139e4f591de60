const prefix = 'plotline.search ';

/** Stores the search parameters of a page, such as a list's filters, for this tab. */
export function rememberSearch(pathname: string, search: Readonly<Record<string, unknown>>): void {
  const key = `${prefix}${pathname}`;
  if (Object.keys(search).length > 0) sessionStorage.setItem(key, JSON.stringify(search));
  else sessionStorage.removeItem(key);
}

/** Returns the search parameters that a page had last in this tab. */
export function recallSearch(pathname: string): Readonly<Record<string, string>> {
  return JSON.parse(sessionStorage.getItem(`${prefix}${pathname}`) ?? '{}');
}
