import { useLocation, useMatches } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** The title of the innermost route that has one. */
function useTitle(): string | undefined {
  return useMatches({ select: (matches) => matches.findLast(({ staticData }) => staticData.title)?.staticData.title });
}

/** Sets the title of the document; a navigation moves the focus to the content, as the load of a page would. */
export function useArrival(): void {
  const title = useTitle();
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    document.title = title === undefined ? 'Plotline' : `${title} · Plotline`;
  }, [title]);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    document.getElementById('content')?.focus();
  }, [pathname]);
}
