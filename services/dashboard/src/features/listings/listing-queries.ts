import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { readBody } from '../../api/client.js';
import { optionsStaleTime, readAllPages } from '../../api/cursor-pages.js';
import { useTenant } from '../../api/workspace.js';
import { type Listing, saleStatuses, toInterestingListing, toPropertyListing, toUnitListing } from './listing.js';

/** Reads all properties of the workspace, sorted by name. */
export function useProperties(): UseQueryResult<readonly Listing[]> {
  const { api, key } = useTenant();
  const readPage = (cursor: string) =>
    readBody(api.GET('/v1/properties', { params: { query: { sort: 'name', order: 'asc', per_page: 100, cursor } } }));
  return useQuery({
    queryKey: [...key, 'properties', 'choice'],
    queryFn: async () => (await readAllPages(readPage)).map(toPropertyListing),
    staleTime: optionsStaleTime,
  });
}

const byName = new Intl.Collator(undefined, { numeric: true });

/**
 * Reads a property's units, sorted by name. Optionally reads only the units for sale. Reads nothing without a property.
 */
export function useUnits(propertyId: string | null, onlyForSale: boolean): UseQueryResult<readonly Listing[]> {
  const { api, key } = useTenant();
  const filter = onlyForSale ? { status: [...saleStatuses] } : {};
  const order = { sort: 'name', order: 'asc', per_page: 100 } as const;
  const readPage = (cursor: string) =>
    readBody(
      api.GET('/v1/units', { params: { query: { property_id: propertyId ?? '', ...filter, ...order, cursor } } }),
    );
  return useQuery({
    queryKey: [...key, 'units', 'choice', propertyId, onlyForSale],
    queryFn: async () =>
      (await readAllPages(readPage)).map(toUnitListing).sort((one, other) => byName.compare(one.name, other.name)),
    enabled: propertyId !== null,
  });
}

/** Reads the properties and units that a lead is interested in. */
export function useInterestingListings(leadId: string): UseQueryResult<readonly Listing[]> {
  const { api, key } = useTenant();
  return useQuery({
    queryKey: [...key, 'leads', leadId, 'listings'],
    queryFn: async () => {
      const query = { fields: ['id' as const], expand: ['properties' as const] };
      const { data } = await readBody(api.GET('/v1/leads/{id}', { params: { path: { id: leadId }, query } }));
      return (data.properties ?? []).map(toInterestingListing);
    },
  });
}
