import { Button, Group, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useCan } from '../../api/workspace.js';
import { LoadMore } from '../../ui/feedback/load-more.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { TextSkeleton } from '../../ui/feedback/skeletons.js';
import { Section } from '../../ui/page/section.js';
import { inDays, snoozes } from './due-time.js';
import { TaskDesk, useTaskDesk } from './task-desk.js';
import { useTasks } from './task-queries.js';
import { TaskRow } from './task-row.js';
import classes from './tasks.module.css';
import { useQuickTask } from './use-quick-task.js';

interface LeadTasksProps {
  readonly lead: { readonly id: string; readonly name: string };
}

interface ListProps {
  readonly leadId: string;
  readonly isDone: boolean;
  readonly onChange: () => void;
}

function List({ leadId, isDone, onChange }: ListProps) {
  const list = useTasks({ lead_id: leadId, done: isDone });
  const empty = (
    <Text size="sm" c="dimmed">
      {isDone ? 'No completed tasks.' : 'Nothing planned.'}
    </Text>
  );
  return (
    <>
      <QueryState
        query={list}
        loading={<TextSkeleton lines={2} />}
        isEmpty={({ pages }) => pages.every(({ data }) => data.length === 0)}
        empty={empty}
      >
        {({ pages }) => (
          <ul className={classes.tasks} aria-label={isDone ? 'Completed tasks' : 'Open tasks'}>
            {pages
              .flatMap(({ data }) => data)
              .map((task) => (
                <TaskRow key={task.id} task={task} isOnLead onChange={onChange} />
              ))}
          </ul>
        )}
      </QueryState>
      <LoadMore query={list} size="xs" />
    </>
  );
}

function FollowUpButtons({ leadId }: { readonly leadId: string }) {
  const add = useQuickTask(leadId);
  return (
    <Group gap="xs" mt="xs" role="group" aria-label="Follow up">
      <Text size="sm" c="dimmed">
        Follow up:
      </Text>
      {snoozes.map(({ label, days }) => (
        <Button
          key={label}
          size="xs"
          px="xs"
          variant="default"
          disabled={add.isPending}
          onClick={() => add.mutate(inDays(days))}
        >
          {label}
        </Button>
      ))}
    </Group>
  );
}

function Contents({ lead }: LeadTasksProps) {
  const desk = useTaskDesk();
  const mayChange = useCan('write');
  const [showsDone, setShowsDone] = useState(false);
  // One of these elements gets the focus when a change removes the focused row.
  const lists = useRef<HTMLDivElement>(null);
  const focusLists = () => lists.current?.focus();
  const add = (
    <Button size="xs" variant="default" onClick={() => desk.create({ lead })}>
      Add task
    </Button>
  );
  return (
    <Section title="Tasks" actions={mayChange ? add : undefined}>
      <div ref={lists} tabIndex={-1} className={classes.focus}>
        <List leadId={lead.id} isDone={false} onChange={focusLists} />
        {mayChange ? <FollowUpButtons leadId={lead.id} /> : null}
        <Button size="compact-xs" mt="sm" variant="subtle" onClick={() => setShowsDone(!showsDone)}>
          {showsDone ? 'Hide completed tasks' : 'Show completed tasks'}
        </Button>
        {showsDone ? <List leadId={lead.id} isDone onChange={focusLists} /> : null}
      </div>
    </Section>
  );
}

/** The tasks of a lead. */
export function LeadTasks(props: LeadTasksProps) {
  return (
    <TaskDesk>
      <Contents {...props} />
    </TaskDesk>
  );
}
