import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useTenant } from '../../api/workspace.js';
import { propertyUnitsQuery } from './unit-queries.js';

/** So many units are read without being asked for, in calls of a hundred, which count against the limits of the plan. */
export const unitsAtOnce = 2_000;

/** The units of a property, read page by page in the background. */
export function usePropertyUnits(propertyId: string) {
  const [limit, setLimit] = useState(unitsAtOnce);
  const query = useInfiniteQuery(propertyUnitsQuery(useTenant(), propertyId));
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  const units = useMemo(() => data?.pages.flatMap((page) => page.units) ?? [], [data]);
  const mayReadOn = hasNextPage && !isFetching && !isError && units.length < limit;
  useEffect(() => {
    if (mayReadOn) void fetchNextPage();
  }, [mayReadOn, fetchNextPage]);
  const isBound = hasNextPage && units.length >= limit;
  return {
    query,
    units,
    /** Those that there are, read or not. */
    total: data?.pages.at(-1)?.total ?? 0,
    /** Given where reading stopped before the end. */
    readMore: isBound ? () => setLimit(units.length + unitsAtOnce) : undefined,
  };
}
