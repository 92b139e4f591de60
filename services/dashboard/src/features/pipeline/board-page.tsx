import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import { useCan, useTenant } from '../../api/workspace.js';
import { FormDrawer } from '../../ui/dialogs/form-dialog.js';
import { EmptyState, LoadingState } from '../../ui/feedback/states.js';
import { useFilters } from '../../ui/filters/use-filters.js';
import { PageHeader } from '../../ui/page/page-header.js';
import { Board } from './board.js';
import { BoardFilterBar } from './board-filter-bar.js';
import { readViewQuery, toBoardQuery, toViewQuery } from './board-filters.js';
import { SavedViewsMenu } from './saved-views-menu.js';

// Loaded when it opens, so that the board appears sooner.
const NewLeadForm = lazy(async () => ({ default: (await import('../leads/new-lead-form.js')).NewLeadForm }));

/** Replaces the empty board for people who may create leads. */
function NoLeads() {
  const [workspaceId, mode] = useTenant().key;
  const importLink = (
    <Button
      variant="default"
      renderRoot={(props) => <Link {...props} to="/$workspaceId/$mode/transfers/new" params={{ workspaceId, mode }} />}
    >
      Import a file
    </Button>
  );
  return (
    <EmptyState title="No leads yet" action={useCan('transfer') ? importLink : undefined}>
      Choose “New lead” to add one, or import leads from a file or another system.
    </EmptyState>
  );
}

export function BoardPage() {
  const { filters, setFilters } = useFilters();
  const canCreate = useCan('write');
  const [isOpen, { open, close }] = useDisclosure(false);
  const viewQuery = toViewQuery(filters);
  // Keeps the same object while the filters don't change, because queries and memoized cards depend on it.
  const query = useMemo(() => toBoardQuery(readViewQuery(viewQuery)), [viewQuery]);
  const actions = (
    <>
      <SavedViewsMenu filters={filters} setFilters={setFilters} />
      {canCreate ? <Button onClick={open}>New lead</Button> : null}
    </>
  );
  return (
    <>
      <PageHeader title="Board" actions={actions} />
      <BoardFilterBar />
      <Board query={query} empty={canCreate && viewQuery === '' ? <NoLeads /> : undefined} />
      <FormDrawer opened={isOpen} onClose={close} title="New lead" position="right">
        <Suspense fallback={<LoadingState />}>
          <NewLeadForm onClose={close} />
        </Suspense>
      </FormDrawer>
    </>
  );
}
