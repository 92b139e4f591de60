import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Versioned } from '../../api/versioned-record.js';
import { QueryState } from '../feedback/query-state.js';

interface FreshRecordProps<T> {
  readonly queryKey: readonly unknown[];
  readonly read: () => Promise<Versioned<T>>;
  readonly children: (versioned: Versioned<T>) => ReactNode;
}

/**
 * Reads a record before it renders its children, such as a form. Bypasses the cache, so that the form starts with the
 * latest version.
 */
export function FreshRecord<T>({ queryKey, read, children }: FreshRecordProps<T>) {
  const query = useQuery({ queryKey, queryFn: read, staleTime: 0, gcTime: 0 });
  // Data that another component cached may be older.
  const isPending = query.isPending || !query.isFetchedAfterMount;
  return <QueryState query={{ ...query, isPending }}>{children}</QueryState>;
}
