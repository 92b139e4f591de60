import { Button, Menu } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { Filters } from '../../ui/filters/use-filters.js';
import { readViewQuery, toViewQuery } from './board-filters.js';
import { useSavedViews } from './use-saved-views.js';

// Loaded when they open, so that the board appears sooner.
const ManageViewsDialog = lazy(async () => ({ default: (await import('./manage-views-dialog.js')).ManageViewsDialog }));
const SaveViewDialog = lazy(async () => ({ default: (await import('./save-view-dialog.js')).SaveViewDialog }));

interface SavedViewsMenuProps {
  readonly filters: Filters;
  readonly setFilters: (changes: Filters) => void;
}

/** Menu that applies, saves and manages saved views. */
export function SavedViewsMenu({ filters, setFilters }: SavedViewsMenuProps) {
  const saved = useSavedViews();
  const [dialog, setDialog] = useState<'save' | 'manage'>();
  const query = toViewQuery(filters);
  const views = saved.views.data ?? [];
  const current = query === '' ? undefined : views.find((view) => view.query === query);
  const close = () => setDialog(undefined);
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default">{current ? `View: ${current.name}` : 'Views'}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          {saved.views.isError ? <Menu.Label>Couldn't load the views</Menu.Label> : null}
          {saved.views.data?.length === 0 ? <Menu.Label>No views yet</Menu.Label> : null}
          {views.map((view) => (
            <Menu.Item key={view.id} onClick={() => setFilters(readViewQuery(view.query))}>
              {view.name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item disabled={query === ''} onClick={() => setDialog('save')}>
            Save these filters…
          </Menu.Item>
          <Menu.Item disabled={views.length === 0} onClick={() => setDialog('manage')}>
            Manage views…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {dialog === 'save' ? <SaveViewDialog saved={saved} query={query} onClose={close} /> : null}
        {dialog === 'manage' ? <ManageViewsDialog saved={saved} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
