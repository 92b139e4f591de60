import { Anchor, Skeleton, Text, useComputedColorScheme } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { useTenant } from '../../../api/workspace.js';
import { QueryState } from '../../../ui/feedback/query-state.js';
import type { ListedProperty } from '../listed-property.js';
import { type PropertyFilters, propertiesQuery } from '../property-queries.js';
import classes from './map.module.css';
import { describeAvailable, describePriceFrom, toMapPoints } from './map-points.js';

const PropertyMap = lazy(async () => ({ default: (await import('./property-map.js')).PropertyMap }));

/** Maximum number of properties on the map. Each request reads 24 properties and counts towards the plan's limit. */
const maxProperties = 480;

interface MapEntryProps {
  readonly property: ListedProperty;
  readonly isSelected: boolean;
  readonly onSelect: (id: string) => void;
}

function MapEntry({ property, isSelected, onSelect }: MapEntryProps) {
  const { id, name, place, coordinates } = property;
  const [workspaceId, mode] = useTenant().key;
  const params = { workspaceId, mode, propertyId: id };
  return (
    <li className={classes.entry}>
      <button type="button" className={classes.item} aria-pressed={isSelected} onClick={() => onSelect(id)}>
        <Text span fw={600} display="block">
          {name}
        </Text>
        <Text span size="sm" c="dimmed" display="block">
          {[place, coordinates === null ? 'not on the map' : ''].filter(Boolean).join(', ')}
        </Text>
        <Text span size="sm" display="block">
          {describePriceFrom(property)} · {describeAvailable(property)}
        </Text>
      </button>
      {isSelected ? (
        <Anchor
          size="sm"
          renderRoot={(props) => <Link {...props} to="/$workspaceId/$mode/properties/$propertyId" params={params} />}
        >
          Open {name}
        </Anchor>
      ) : null}
    </li>
  );
}

interface PortfolioMapProps {
  readonly filters: PropertyFilters;
  /** Shown if there are no properties. */
  readonly empty: ReactNode;
}

/** Shows the properties on a map, with a list of the same properties beside it. */
export function PortfolioMap({ filters, empty }: PortfolioMapProps) {
  const query = useInfiniteQuery(propertiesQuery(useTenant(), filters));
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  const properties = useMemo(() => data?.pages.flatMap(({ rows }) => rows) ?? [], [data]);
  const canLoadMore = hasNextPage && !isFetching && !isError && properties.length < maxProperties;
  useEffect(() => {
    if (canLoadMore) void fetchNextPage();
  }, [canLoadMore, fetchNextPage]);
  const points = useMemo(() => toMapPoints(properties), [properties]);
  const [selectedId, select] = useState<string>();
  // The map reads the scheme's colours only when it is created.
  const scheme = useComputedColorScheme('light');
  const unplaced = properties.length - points.length;
  return (
    <QueryState query={query} isEmpty={() => properties.length === 0} empty={empty}>
      {() => (
        <>
          {unplaced === 0 ? null : (
            <Text size="sm" c="dimmed" mb="xs" role="status">
              {unplaced === 1 ? '1 property has' : `${unplaced} properties have`} no place on the map yet. Edit it and
              enter latitude and longitude.
            </Text>
          )}
          <div className={classes.layout}>
            <ul className={classes.list} aria-label="Properties">
              {properties.map((property) => (
                <MapEntry
                  key={property.id}
                  property={property}
                  isSelected={property.id === selectedId}
                  onSelect={select}
                />
              ))}
            </ul>
            <Suspense fallback={<Skeleton className={classes.map} />}>
              <PropertyMap key={scheme} points={points} selectedId={selectedId} onSelect={select} />
            </Suspense>
          </div>
        </>
      )}
    </QueryState>
  );
}
