import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { useCan, useTenant } from '../../api/workspace.js';
import { ProblemState } from '../../ui/feedback/query-state.js';
import { EmptyState } from '../../ui/feedback/states.js';
import { useFilters } from '../../ui/filters/use-filters.js';
import { useIsPhone } from '../../ui/page/use-is-phone.js';
import { BulkBar } from './bulk-bar.js';
import { BulkProgress } from './bulk-progress.js';
import { type ColumnId, readColumns, writeColumns } from './column-choice.js';
import { describeNone, describeRows } from './describe-rows.js';
import type { GridAction } from './grid-keys.js';
import { LeadCards } from './lead-cards.js';
import { LeadGrid } from './lead-grid.js';
import { getColumn, nameColumn } from './table-columns.js';
import { type OpenedDialog, TableDialogs } from './table-dialogs.js';
import type { Order, TableQuery } from './table-query.js';
import type { LeadRow } from './table-row.js';
import { TableToolbar } from './table-toolbar.js';
import { useBulkRun } from './use-bulk-run.js';
import { useRowSelection } from './use-row-selection.js';
import { useVirtualRows } from './use-virtual-rows.js';

interface LeadTableProps {
  readonly query: TableQuery;
  readonly columns: readonly ColumnId[];
  readonly onColumns: (columns: readonly ColumnId[]) => void;
  /** Replaces the table if there are no leads. */
  readonly empty: ReactNode;
}

const sizes = { table: { row: 40, header: 40 }, cards: { row: 124, header: 0 } } as const;

/** Table of the leads of a query, with bulk actions. */
export function LeadTable({ query, columns: ids, onColumns, empty }: LeadTableProps) {
  const [workspaceId, mode] = useTenant().key;
  const navigate = useNavigate();
  const { setFilters } = useFilters();
  const isPhone = useIsPhone();
  const mayWrite = useCan('write');
  const hasProperties = ids.includes('properties');
  const rowQuery = useMemo(() => ({ query, hasProperties }), [query, hasProperties]);
  const { first, rows, total, list } = useVirtualRows(rowQuery, isPhone ? sizes.cards : sizes.table);
  const selection = useRowSelection(rows);
  const chosen = mayWrite ? selection : undefined;
  const columnText = writeColumns(ids);
  // Keeps the same array while the column names don't change, because the rows depend on it.
  const columns = useMemo(() => [nameColumn, ...(readColumns(columnText) ?? []).map(getColumn)], [columnText]);
  const [opened, setOpened] = useState<OpenedDialog>();
  const run = useBulkRun((remaining) => selection.keepOnly(remaining.map(({ id }) => id)));
  const onSort = ({ sort, order }: Order) => setFilters({ sort, order });
  const onAction = (action: GridAction, focused?: LeadRow) => {
    const selected = [...selection.rows.values()];
    const leads = selected.length === 0 && focused ? [focused] : selected;
    if (mayWrite && leads.length > 0) setOpened({ action, leads });
  };
  const onOpen = ({ id: leadId }: LeadRow) =>
    void navigate({ to: '/$workspaceId/$mode/pipeline/$leadId', params: { workspaceId, mode, leadId } });
  const close = () => setOpened(undefined);
  const isEmpty = first.isSuccess && total === 0;
  if (isEmpty && empty !== undefined) return empty;
  return (
    <>
      <TableToolbar
        status={first.isSuccess ? describeRows(total, query) : null}
        order={query}
        onSort={onSort}
        onColumns={() => setOpened('columns')}
        onKeys={() => setOpened('keys')}
      />
      {first.error ? <ProblemState error={first.error} onRetry={() => void first.refetch()} /> : null}
      {isEmpty ? <EmptyState title={describeNone(query)} /> : null}
      {isEmpty || first.isLoadingError ? null : isPhone ? (
        <LeadCards rows={rows} list={list} selection={chosen} />
      ) : (
        <LeadGrid
          columns={columns}
          rows={rows}
          list={list}
          order={query}
          onSort={onSort}
          selection={chosen}
          onOpen={onOpen}
          onAction={onAction}
          onHelp={() => setOpened('keys')}
        />
      )}
      {selection.rows.size > 0 ? <BulkBar selection={selection} columns={columns} onAction={onAction} /> : null}
      <BulkProgress run={run} />
      <TableDialogs
        opened={opened}
        columns={ids}
        onColumns={onColumns}
        onStart={(change, leads) => {
          close();
          run.start(change, leads);
        }}
        onClose={close}
      />
    </>
  );
}
