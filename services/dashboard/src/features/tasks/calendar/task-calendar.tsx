import { Button, Group, Text, Title } from '@mantine/core';
import IconChevronLeft from '@tabler/icons-react/icons/IconChevronLeft';
import IconChevronRight from '@tabler/icons-react/icons/IconChevronRight';
import { useId, useState } from 'react';
import { QueryState } from '../../../ui/feedback/query-state.js';
import { useFilters } from '../../../ui/filters/use-filters.js';
import { type CalendarView, formatDay, isDay, listMonth, listWeek, shiftDay } from './calendar-days.js';
import { useCalendarTasks } from './calendar-queries.js';
import { MonthView } from './month-view.js';
import { WeekView } from './week-view.js';

interface TaskCalendarProps {
  readonly view: CalendarView;
  /** Agent whose tasks are shown. Undefined to show all tasks. */
  readonly agentId: string | undefined;
  /** Current day in the workspace's time zone. */
  readonly today: string;
  readonly timeZone: string;
}

function nameRange(view: CalendarView, days: readonly string[], day: string): string {
  if (view === 'month') return formatDay(day, { month: 'long', year: 'numeric' });
  const [first = day, last = day] = [days[0], days.at(-1)];
  return `${formatDay(first, { day: 'numeric', month: 'short' })} to ${formatDay(last, { dateStyle: 'medium' })}`;
}

/** Open tasks of a month or a week. The page's address stores the chosen day. */
export function TaskCalendar({ view, agentId, today, timeZone }: TaskCalendarProps) {
  const { filters, setFilters } = useFilters();
  const headingId = useId();
  const asked = filters['day'];
  // The day is also state, because updating the address is too slow while a key is held down.
  const [day, setShownDay] = useState(isDay(asked) ? asked : today);
  const setDay = (next: string) => {
    setShownDay(next);
    setFilters({ day: next === today ? undefined : next });
  };
  const weeks = view === 'month' ? listMonth(day) : [listWeek(day)];
  const days = weeks.flat();
  const tasks = useCalendarTasks({ first: days[0] ?? day, last: days.at(-1) ?? day, agentId, timeZone });
  return (
    <section aria-label="Calendar">
      <Group justify="space-between" mb="sm" gap="xs">
        <Title order={2} size="h4" id={headingId} aria-live="polite">
          {nameRange(view, days, day)}
        </Title>
        <Group gap={4}>
          <Button variant="default" size="xs" onClick={() => setDay(today)}>
            Today
          </Button>
          <Button
            variant="default"
            size="xs"
            px={8}
            aria-label={`Previous ${view}`}
            onClick={() => setDay(shiftDay(day, view, -1))}
          >
            <IconChevronLeft size={16} aria-hidden />
          </Button>
          <Button
            variant="default"
            size="xs"
            px={8}
            aria-label={`Next ${view}`}
            onClick={() => setDay(shiftDay(day, view, 1))}
          >
            <IconChevronRight size={16} aria-hidden />
          </Button>
        </Group>
      </Group>
      <QueryState query={tasks}>
        {({ byDay, isComplete }) => (
          <>
            {isComplete ? null : (
              <Text size="sm" mb="xs">
                There are too many tasks to show all of them. Choose “Mine”, or the week.
              </Text>
            )}
            {view === 'month' ? (
              <MonthView weeks={weeks} byDay={byDay} day={day} today={today} labelledBy={headingId} onChoose={setDay} />
            ) : (
              <WeekView days={days} byDay={byDay} today={today} />
            )}
          </>
        )}
      </QueryState>
    </section>
  );
}
