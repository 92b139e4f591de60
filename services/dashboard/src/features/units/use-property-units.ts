import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useTenant } from '../../api/workspace.js';
import { propertyUnitsQuery } from './unit-queries.js';

/** Number of units that are loaded automatically. Each request of 100 units counts towards the plan's limit. */
export const unitsPerLoad = 2_000;

/** Reads a property's units page by page in the background. */
export function usePropertyUnits(propertyId: string) {
  const [limit, setLimit] = useState(unitsPerLoad);
  const query = useInfiniteQuery(propertyUnitsQuery(useTenant(), propertyId));
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  const units = useMemo(() => data?.pages.flatMap((page) => page.units) ?? [], [data]);
  const canLoadMore = hasNextPage && !isFetching && !isError && units.length < limit;
  useEffect(() => {
    if (canLoadMore) void fetchNextPage();
  }, [canLoadMore, fetchNextPage]);
  const isAtLimit = hasNextPage && units.length >= limit;
  return {
    query,
    units,
    /** Number of all units, whether loaded or not. */
    total: data?.pages.at(-1)?.total ?? 0,
    /** Loads more units. Undefined unless loading stopped before the end. */
    loadMore: isAtLimit ? () => setLimit(units.length + unitsPerLoad) : undefined,
  };
}
