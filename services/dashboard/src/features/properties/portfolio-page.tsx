import { Button, Group, SegmentedControl } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useCan, useTenant } from '../../api/workspace.js';
import { FormDrawer } from '../../ui/dialogs/form-dialog.js';
import { LoadMore } from '../../ui/feedback/load-more.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { EmptyState } from '../../ui/feedback/states.js';
import { isAnySet, useFilters } from '../../ui/filters/use-filters.js';
import { PageHeader } from '../../ui/page/page-header.js';
import { PortfolioMap } from './map/portfolio-map.js';
import { PortfolioFilters, propertyFilterNames, toPropertyFilters } from './portfolio-filters.js';
import { PropertyCard } from './property-card.js';
import classes from './property-card.module.css';
import { PropertyForm } from './property-form.js';
import { propertiesQuery } from './property-queries.js';

/** Replaces a portfolio that is empty or has no properties that match the filters. */
function EmptyPortfolio({ onCreate }: { readonly onCreate: () => void }) {
  const { filters } = useFilters();
  const mayWrite = useCan('manageListings');
  const [workspaceId, mode] = useTenant().key;
  if (isAnySet(filters, propertyFilterNames)) return <EmptyState title="No properties match these filters" />;
  if (!mayWrite) {
    return <EmptyState title="No properties yet">An owner or admin can add the first one.</EmptyState>;
  }
  const action = (
    <Group>
      <Button onClick={onCreate}>Create a property</Button>
      <Button
        variant="default"
        renderRoot={(props) => <Link {...props} to="/$workspaceId/$mode/transfers" params={{ workspaceId, mode }} />}
      >
        Import a file
      </Button>
    </Group>
  );
  return (
    <EmptyState title="No properties yet" action={action}>
      A property is a development with its units. Create one, or import a file.
    </EmptyState>
  );
}

const views = [
  { value: 'cards', label: 'Cards' },
  { value: 'map', label: 'Map' },
] as const;

/** The properties as cards, page by page. */
function PortfolioCards({ onCreate }: { readonly onCreate: () => void }) {
  const { filters } = useFilters();
  const properties = useInfiniteQuery(propertiesQuery(useTenant(), toPropertyFilters(filters)));
  return (
    <>
      <QueryState
        query={properties}
        isEmpty={({ pages }) => pages.every(({ rows }) => rows.length === 0)}
        empty={<EmptyPortfolio onCreate={onCreate} />}
      >
        {({ pages }) => (
          <ul className={classes.cards}>
            {pages
              .flatMap(({ rows }) => rows)
              .map((property) => (
                <li key={property.id}>
                  <PropertyCard property={property} />
                </li>
              ))}
          </ul>
        )}
      </QueryState>
      <LoadMore query={properties} />
    </>
  );
}

export function PortfolioPage() {
  const navigate = useNavigate();
  const [workspaceId, mode] = useTenant().key;
  const openProperty = (propertyId: string) =>
    navigate({ to: '/$workspaceId/$mode/properties/$propertyId', params: { workspaceId, mode, propertyId } });
  const { filters, setFilters } = useFilters();
  const mayWrite = useCan('manageListings');
  const [isOpen, { open, close }] = useDisclosure(false);
  const view = filters['view'] === 'map' ? 'map' : 'cards';
  return (
    <>
      <PageHeader
        title="Properties"
        actions={
          <>
            <SegmentedControl
              aria-label="View"
              data={[...views]}
              value={view}
              onChange={(next) => setFilters({ view: next === 'map' ? next : undefined })}
            />
            {mayWrite ? <Button onClick={open}>New property</Button> : null}
          </>
        }
      />
      <PortfolioFilters />
      {view === 'map' ? (
        <PortfolioMap filters={toPropertyFilters(filters)} empty={<EmptyPortfolio onCreate={open} />} />
      ) : (
        <PortfolioCards onCreate={open} />
      )}
      <FormDrawer opened={isOpen} onClose={close} title="New property" position="right" size="lg">
        <PropertyForm base={undefined} onSaved={({ id }) => void openProperty(id)} onCancel={close} />
      </FormDrawer>
    </>
  );
}
