import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTenant } from '../../api/workspace.js';
import { propertyUnitsQuery } from './unit-queries.js';

/** So many units are read at once, as the plan shows all; a person asks for more of them. */
const maxUnitsAtOnce = 2_000;

/** The units of a property, read page by page in the background. */
export function usePropertyUnits(propertyId: string) {
  const query = useInfiniteQuery(propertyUnitsQuery(useTenant(), propertyId));
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  const units = data?.pages.flatMap((page) => page.units) ?? [];
  const mayReadOn = hasNextPage && !isFetching && !isError && units.length < maxUnitsAtOnce;
  useEffect(() => {
    if (mayReadOn) void fetchNextPage();
  }, [mayReadOn, fetchNextPage]);
  return { query, units };
}
