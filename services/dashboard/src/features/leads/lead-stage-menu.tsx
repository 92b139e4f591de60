import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/icons/IconChevronDown';
import IconDots from '@tabler/icons-react/icons/IconDots';
import { type Stage, stages } from '../../api/enums.js';
import { toLabel } from '../../ui/format/label.js';
import type { Lead } from './lead-queries.js';

interface LeadStageMenuProps {
  readonly lead: Lead;
  readonly isMoving: boolean;
  readonly onChoose: (stage: Stage) => void;
  readonly onDelete: () => void;
  /** Undefined for a lead without an email address. */
  readonly onEmail: (() => void) | undefined;
}

/** Menu that moves, emails or deletes a lead. */
export function LeadStageMenu({ lead, isMoving, onChoose, onDelete, onEmail }: LeadStageMenuProps) {
  const isWon = lead.stage === 'won';
  return (
    <Group gap="xs">
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default" loading={isMoving} rightSection={<IconChevronDown size={16} aria-hidden />}>
            Move to
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {stages
            .filter((stage) => stage !== lead.stage)
            .map((stage) => (
              <Menu.Item key={stage} onClick={() => onChoose(stage)}>
                {toLabel(stage)}
              </Menu.Item>
            ))}
        </Menu.Dropdown>
      </Menu>
      {isWon ? null : <Button onClick={() => onChoose('won')}>Win</Button>}
      {isWon || lead.stage === 'lost' ? null : (
        <Button variant="default" onClick={() => onChoose('lost')}>
          Lose
        </Button>
      )}
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="More actions">
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {onEmail === undefined ? null : <Menu.Item onClick={onEmail}>Send an email</Menu.Item>}
          <Menu.Item color="red" onClick={onDelete}>
            Delete lead
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
