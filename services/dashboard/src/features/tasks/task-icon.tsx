import type { Icon } from '@tabler/icons-react';
import IconCalendarEvent from '@tabler/icons-react/icons/IconCalendarEvent';
import IconCheckbox from '@tabler/icons-react/icons/IconCheckbox';
import IconHome from '@tabler/icons-react/icons/IconHome';
import IconMail from '@tabler/icons-react/icons/IconMail';
import IconPhone from '@tabler/icons-react/icons/IconPhone';
import IconRefresh from '@tabler/icons-react/icons/IconRefresh';
import { toLabel } from '../../ui/format/label.js';
import type { Task } from './task-queries.js';

const icons: Readonly<Record<Task['type'], Icon>> = {
  call: IconPhone,
  email: IconMail,
  meeting: IconCalendarEvent,
  viewing: IconHome,
  follow_up: IconRefresh,
  other: IconCheckbox,
};

/** Shows the type of a task as an icon, with the type's name for screen readers. */
export function TaskIcon({ type, size = 16 }: { readonly type: Task['type']; readonly size?: number }) {
  const Shown = icons[type];
  return (
    <>
      <Shown size={size} stroke={1.75} aria-hidden />
      <span className="visually-hidden">{toLabel(type)}: </span>
    </>
  );
}
