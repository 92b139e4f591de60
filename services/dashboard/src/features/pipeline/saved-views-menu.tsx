import { Button, Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTenant } from '../../api/workspace.js';
import { type SavedView, useSavedViews } from './use-saved-views.js';
import { readViewQuery, toViewQuery, type View } from './view-query.js';

// The code is loaded when a dialog opens, so that the board appears sooner.
const ManageViewsDialog = lazy(async () => ({ default: (await import('./manage-views-dialog.js')).ManageViewsDialog }));
const SaveViewDialog = lazy(async () => ({ default: (await import('./save-view-dialog.js')).SaveViewDialog }));

const pages = { board: '/$workspaceId/$mode/pipeline', table: '/$workspaceId/$mode/leads' } as const;

interface SavedViewsMenuProps {
  /** The current page in the form of a view. */
  readonly view: View;
}

interface ViewGroupProps {
  readonly label: string;
  readonly views: readonly SavedView[];
  readonly onOpen: (query: string) => void;
}

function ViewGroup({ label, views, onOpen }: ViewGroupProps) {
  if (views.length === 0) return null;
  return (
    <>
      <Menu.Label>{label}</Menu.Label>
      {views.map((view) => (
        <Menu.Item key={view.id} onClick={() => onOpen(view.query)}>
          {view.name}
        </Menu.Item>
      ))}
    </>
  );
}

/** Menu that opens, saves and manages saved views of the board and the table. */
export function SavedViewsMenu({ view }: SavedViewsMenuProps) {
  const [workspaceId, mode] = useTenant().key;
  const navigate = useNavigate();
  const saved = useSavedViews();
  const [dialog, setDialog] = useState<'save' | 'manage'>();
  const query = toViewQuery(view);
  const views = saved.views.data ?? [];
  const current = query === '' ? undefined : views.find((one) => one.query === query);
  const close = () => setDialog(undefined);
  const open = (chosen: string) => {
    const { layout, filters } = readViewQuery(chosen);
    void navigate({ to: pages[layout], params: { workspaceId, mode }, search: filters });
  };
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default">{current ? `View: ${current.name}` : 'Views'}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          {saved.views.isError ? <Menu.Label>Couldn't load the views</Menu.Label> : null}
          {saved.views.data?.length === 0 ? <Menu.Label>No views yet</Menu.Label> : null}
          <ViewGroup label="Yours" views={views.filter(({ own }) => own)} onOpen={open} />
          <ViewGroup label="Shared by others" views={views.filter(({ own }) => !own)} onOpen={open} />
          <Menu.Divider />
          <Menu.Item disabled={query === ''} onClick={() => setDialog('save')}>
            Save this view…
          </Menu.Item>
          <Menu.Item disabled={views.length === 0} onClick={() => setDialog('manage')}>
            Manage views…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {dialog === 'save' ? (
          <SaveViewDialog saved={saved} query={query} onSaved={() => open(query)} onClose={close} />
        ) : null}
        {dialog === 'manage' ? <ManageViewsDialog saved={saved} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
