import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Versioned } from '../api/versioned-record.js';
import { QueryState } from './query-state.js';

interface FreshRecordProps<T> {
  readonly queryKey: readonly unknown[];
  readonly read: () => Promise<Versioned<T>>;
  readonly children: (versioned: Versioned<T>) => ReactNode;
}

/** What begins with a record as it is now, such as a form that changes it: the record is read anew for each opening. */
export function FreshRecord<T>({ queryKey, read, children }: FreshRecordProps<T>) {
  const query = useQuery({ queryKey, queryFn: read, staleTime: 0, gcTime: 0 });
  // What another reader of the record left in the cache is older.
  const isPending = query.isPending || !query.isFetchedAfterMount;
  return <QueryState query={{ ...query, isPending }}>{children}</QueryState>;
}
