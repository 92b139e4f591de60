import type { Icon } from '@tabler/icons-react';
import IconArrowRight from '@tabler/icons-react/icons/IconArrowRight';
import IconCalendarDue from '@tabler/icons-react/icons/IconCalendarDue';
import IconCalendarPlus from '@tabler/icons-react/icons/IconCalendarPlus';
import IconCheckbox from '@tabler/icons-react/icons/IconCheckbox';
import IconCircleCheck from '@tabler/icons-react/icons/IconCircleCheck';
import IconCircleX from '@tabler/icons-react/icons/IconCircleX';
import IconClockPause from '@tabler/icons-react/icons/IconClockPause';
import IconEye from '@tabler/icons-react/icons/IconEye';
import IconGitMerge from '@tabler/icons-react/icons/IconGitMerge';
import IconLock from '@tabler/icons-react/icons/IconLock';
import IconLockOpen from '@tabler/icons-react/icons/IconLockOpen';
import IconMail from '@tabler/icons-react/icons/IconMail';
import IconMessage from '@tabler/icons-react/icons/IconMessage';
import IconNote from '@tabler/icons-react/icons/IconNote';
import IconPencil from '@tabler/icons-react/icons/IconPencil';
import IconPhone from '@tabler/icons-react/icons/IconPhone';
import IconRotate from '@tabler/icons-react/icons/IconRotate';
import IconTrash from '@tabler/icons-react/icons/IconTrash';
import IconUserCheck from '@tabler/icons-react/icons/IconUserCheck';
import IconUserPlus from '@tabler/icons-react/icons/IconUserPlus';
import IconUsers from '@tabler/icons-react/icons/IconUsers';
import type { Activity } from './lead-entry-headline.js';
import classes from './lead-timeline.module.css';

const noteIcons: Readonly<Record<NonNullable<Activity['note_type']>, Icon>> = {
  note: IconNote,
  call: IconPhone,
  email: IconMail,
  meeting: IconUsers,
  viewing: IconEye,
  message: IconMessage,
  other: IconNote,
};

/** The API may add types. They get the icon of a note. */
const icons: Readonly<Record<string, Icon>> = {
  created: IconUserPlus,
  note: IconNote,
  stage_change: IconArrowRight,
  assigned: IconUserCheck,
  field_update: IconPencil,
  deal_closed: IconCircleCheck,
  deal_cancelled: IconCircleX,
  merged: IconGitMerge,
  task_created: IconCheckbox,
  task_updated: IconCalendarDue,
  task_completed: IconCircleCheck,
  task_reopened: IconRotate,
  task_deleted: IconTrash,
  unit_held: IconLock,
  unit_queued: IconClockPause,
  hold_extended: IconCalendarPlus,
  hold_ended: IconLockOpen,
};

/** Icon for the kind of an entry. It is decorative, because the headline gives the same information. */
export function EntryIcon({ type, note_type }: Pick<Activity, 'type' | 'note_type'>) {
  const KindIcon = type === 'note' ? noteIcons[note_type ?? 'note'] : (icons[type] ?? IconNote);
  return (
    <span className={classes.icon} data-type={type} aria-hidden>
      <KindIcon size={16} stroke={1.75} />
    </span>
  );
}
