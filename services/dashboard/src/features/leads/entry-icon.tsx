import type { Icon } from '@tabler/icons-react';
import IconArrowRight from '@tabler/icons-react/icons/IconArrowRight';
import IconCheckbox from '@tabler/icons-react/icons/IconCheckbox';
import IconCircleCheck from '@tabler/icons-react/icons/IconCircleCheck';
import IconCircleX from '@tabler/icons-react/icons/IconCircleX';
import IconEye from '@tabler/icons-react/icons/IconEye';
import IconGitMerge from '@tabler/icons-react/icons/IconGitMerge';
import IconMail from '@tabler/icons-react/icons/IconMail';
import IconMessage from '@tabler/icons-react/icons/IconMessage';
import IconNote from '@tabler/icons-react/icons/IconNote';
import IconPencil from '@tabler/icons-react/icons/IconPencil';
import IconPhone from '@tabler/icons-react/icons/IconPhone';
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

const icons: Readonly<Record<Activity['type'], Icon>> = {
  created: IconUserPlus,
  note: IconNote,
  stage_change: IconArrowRight,
  assigned: IconUserCheck,
  field_update: IconPencil,
  deal_closed: IconCircleCheck,
  deal_cancelled: IconCircleX,
  merged: IconGitMerge,
  task_created: IconCheckbox,
  task_updated: IconCheckbox,
  task_completed: IconCircleCheck,
  task_reopened: IconCheckbox,
  task_deleted: IconCheckbox,
};

/** Marks the kind of an entry. The headline says the same. */
export function EntryIcon({ type, note_type }: Pick<Activity, 'type' | 'note_type'>) {
  const KindIcon = type === 'note' ? noteIcons[note_type ?? 'note'] : icons[type];
  return (
    <span className={classes.icon} data-type={type} aria-hidden>
      <KindIcon size={16} stroke={1.75} />
    </span>
  );
}
