import { Button, Menu } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ModalDialog } from '../../ui/dialogs/dialog.js';
import { DateField } from '../../ui/forms/date-field.js';
import { FormActions } from '../../ui/forms/form-actions.js';
import { atDefaultHour, inDays } from '../leads/follow-up-time.js';

interface FollowUpMenuProps {
  readonly label: string;
  /** Name of the lead, for screen readers. */
  readonly name: string;
  /** Heading of the menu, such as `Contact again`. */
  readonly heading: string;
  readonly isPrimary?: boolean;
  readonly onChoose: (followUp: Date | null) => void;
}

const choices = [
  { label: 'Tomorrow', days: 1 },
  { label: 'In 3 days', days: 3 },
  { label: 'In a week', days: 7 },
  { label: 'In a month', days: 30 },
] as const;

interface DayDialogProps extends Pick<FollowUpMenuProps, 'name' | 'onChoose'> {
  readonly onClose: () => void;
}

function DayDialog({ name, onChoose, onClose }: DayDialogProps) {
  const [day, setDay] = useState('');
  const [problem, setProblem] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (day === '') return setProblem('Choose a day.');
    onClose();
    onChoose(atDefaultHour(day));
  };
  return (
    <ModalDialog opened onClose={onClose} title={`Follow up with ${name}`}>
      <form onSubmit={submit} noValidate>
        <DateField label="Day" mb="md" value={day} error={problem} onChange={setDay} data-autofocus />
        <FormActions label="Set follow-up" isBusy={false} onCancel={onClose} />
      </form>
    </ModalDialog>
  );
}

/** A button with a menu of dates for the next follow-up. */
export function FollowUpMenu({ label, name, heading, isPrimary = false, onChoose }: FollowUpMenuProps) {
  const [isChoosing, setChoosing] = useState(false);
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button size="xs" variant={isPrimary ? 'light' : 'default'} aria-label={`${label}: ${name}`}>
            {label}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{heading}</Menu.Label>
          {choices.map((choice) => (
            <Menu.Item key={choice.days} onClick={() => onChoose(inDays(choice.days))}>
              {choice.label}
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => setChoosing(true)}>Another day…</Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={() => onChoose(null)}>No follow-up</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isChoosing ? <DayDialog name={name} onChoose={onChoose} onClose={() => setChoosing(false)} /> : null}
    </>
  );
}
