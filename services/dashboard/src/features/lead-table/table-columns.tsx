import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import { DateTime } from '../../ui/format/date-time.js';
import { formatNumber } from '../../ui/format/format-number.js';
import { toLabel } from '../../ui/format/label.js';
import { PersonAvatar } from '../../ui/page/person-avatar.js';
import { StatusBadge } from '../../ui/page/status-badge.js';
import { countDaysInStage, describeDays } from '../leads/days-in-stage.js';
import { describeTimeline, describeValue } from '../leads/describe-lead.js';
import type { ColumnId } from './column-choice.js';
import classes from './lead-table.module.css';
import type { Sort } from './table-query.js';
import type { LeadRow } from './table-row.js';

export interface TableColumn {
  readonly id: ColumnId | 'name';
  readonly header: string;
  /** Pixels. */
  readonly width: number;
  /** The API's name for the order by this column. Undefined if the API can't sort by it. */
  readonly sort?: Sort;
  /** True if the displayed values grow while the API's values decrease, as for days in a stage. */
  readonly isReversed?: boolean;
  readonly isNumeric?: boolean;
  /** Returns the value for a file. */
  readonly read: (row: LeadRow) => string | number | null;
  /** Returns the content of the cell, if it differs from the value. */
  readonly show?: (row: LeadRow) => ReactNode;
}

const noNames = new Map<string, string>();
const toDays = ({ stage_entered_at: enteredAt }: LeadRow) => countDaysInStage(enteredAt);
const readBudget = ({ budget }: LeadRow) => (budget === null ? null : describeValue('budget', budget, noNames));

function showFollowUp({ next_follow_up: due }: LeadRow): ReactNode {
  if (due === null) return null;
  const isOverdue = new Date(due) < new Date();
  return (
    <span className={isOverdue ? classes.overdue : undefined}>
      {isOverdue ? <span className="visually-hidden">Overdue: </span> : null}
      <DateTime value={due} />
    </span>
  );
}

function showAgent({ agent }: LeadRow): ReactNode {
  return (
    <span className={classes.person}>
      <PersonAvatar name={agent?.name} size={20} />
      <span className={agent ? classes.text : classes.dimmed}>{agent?.name ?? 'Unassigned'}</span>
    </span>
  );
}

const showTags = ({ tags }: LeadRow) => (
  <span className={classes.tags}>
    {tags.map((tag) => (
      <Badge key={tag} size="sm" variant="default" tt="none" fw={500} miw="max-content">
        {tag}
      </Badge>
    ))}
  </span>
);

const showDate = (value: string | null) => (value === null ? null : <DateTime value={value} />);

export const nameColumn: TableColumn = {
  id: 'name',
  header: 'Name',
  width: 200,
  sort: 'name',
  read: ({ name }) => name,
};

const definitions: Readonly<Record<ColumnId, Omit<TableColumn, 'id'>>> = {
  stage: {
    header: 'Stage',
    width: 115,
    read: ({ stage }) => toLabel(stage),
    show: ({ stage }) => <StatusBadge status={stage} />,
  },
  days: {
    header: 'Time in stage',
    width: 145,
    sort: 'stage_entered_at',
    isReversed: true,
    read: toDays,
    show: (row) => {
      const days = toDays(row);
      return days === null ? null : describeDays(days);
    },
  },
  agent: { header: 'Agent', width: 155, read: ({ agent }) => agent?.name ?? null, show: showAgent },
  score: { header: 'Score', width: 90, sort: 'score', isNumeric: true, read: ({ score }) => score },
  budget: { header: 'Budget', width: 220, read: readBudget },
  next_follow_up: {
    header: 'Next follow-up',
    width: 160,
    sort: 'next_follow_up',
    read: ({ next_follow_up: due }) => due,
    show: showFollowUp,
  },
  source: { header: 'Source', width: 100, read: ({ source }) => toLabel(source) },
  tags: { header: 'Tags', width: 160, read: ({ tags }) => tags.join(', '), show: showTags },
  phone: { header: 'Phone', width: 150, read: ({ phone }) => phone },
  email: { header: 'Email', width: 220, sort: 'email', read: ({ email }) => email },
  properties: {
    header: 'Interested in',
    width: 200,
    read: ({ properties = [] }) => properties.map(({ name }) => name).join(', '),
  },
  timeline: {
    header: 'Buys within',
    width: 110,
    read: ({ timeline }) => (timeline === null ? null : describeTimeline(timeline)),
  },
  last_contacted: {
    header: 'Last contacted',
    width: 170,
    read: ({ last_contacted: at }) => at,
    show: ({ last_contacted: at }) => showDate(at),
  },
  created_at: {
    header: 'Created',
    width: 170,
    sort: 'created_at',
    read: ({ created_at: at }) => at,
    show: ({ created_at: at }) => showDate(at),
  },
  updated_at: {
    header: 'Last changed',
    width: 170,
    sort: 'updated_at',
    read: ({ updated_at: at }) => at,
    show: ({ updated_at: at }) => showDate(at),
  },
  external_id: { header: 'External ID', width: 150, read: ({ external_id: id }) => id },
};

export function getColumn(id: ColumnId): TableColumn {
  return { id, ...definitions[id] };
}

/** Renders a cell. An empty cell shows a dash, which screen readers skip. */
export function renderCell({ read, show }: TableColumn, row: LeadRow): ReactNode {
  const content = show ? show(row) : read(row);
  if (content !== null && content !== '') return typeof content === 'number' ? formatNumber(content) : content;
  return (
    <span aria-hidden className={classes.dimmed}>
      –
    </span>
  );
}

/** Orders that a phone offers, where the list has no headers. */
export const sortChoices: readonly { readonly value: string; readonly label: string }[] = [
  { value: 'created_at desc', label: 'Newest first' },
  { value: 'updated_at desc', label: 'Last changed first' },
  { value: 'stage_entered_at asc', label: 'Longest in stage first' },
  { value: 'score desc', label: 'Highest score first' },
  { value: 'next_follow_up asc', label: 'Next follow-up first' },
  { value: 'name asc', label: 'By name' },
];
