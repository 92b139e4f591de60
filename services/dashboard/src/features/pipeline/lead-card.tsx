import { Badge, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { useMode, useWorkspace } from '../../api/workspace.js';
import { DateTime } from '../../ui/format/date-time.js';
import { Money } from '../../ui/format/money.js';
import { PersonAvatar } from '../../ui/page/person-avatar.js';
import { countDaysInStage, describeDays } from '../leads/days-in-stage.js';
import classes from './board.module.css';
import { useBoard } from './board-context.js';
import type { Card } from './card.js';
import { useDraggableCard } from './drag-card.js';
import { MoveMenu } from './move-menu.js';

const shownTags = 2;

function toColour(score: number): string {
  if (score >= 70) return 'green';
  return score >= 40 ? 'yellow' : 'gray';
}

function ScoreBadge({ score }: { readonly score: number }) {
  return (
    <Badge variant="light" size="sm" color={toColour(score)}>
      <span className="visually-hidden">Score </span>
      {score}
    </Badge>
  );
}

function Tags({ tags }: Pick<Card, 'tags'>) {
  if (tags.length === 0) return null;
  return (
    <div className={classes.tags}>
      {tags.slice(0, shownTags).map((tag) => (
        <Badge key={tag} size="sm" variant="default" tt="none" fw={500}>
          {tag}
        </Badge>
      ))}
      {tags.length > shownTags ? <span>+{tags.length - shownTags}</span> : null}
    </div>
  );
}

/** Shows the lead's budget, and how long the lead has been in its stage. */
function ValueLine({ budget, stage_entered_at: enteredAt }: Pick<Card, 'budget' | 'stage_entered_at'>) {
  const days = countDaysInStage(enteredAt);
  const amount = budget?.max ?? budget?.min ?? null;
  if (amount === null && days === null) return null;
  return (
    <div className={classes.line}>
      {amount === null ? null : (
        <Text span size="sm" fw={600} className={classes.value}>
          <Money amount={amount} currency={budget?.currency} />
        </Text>
      )}
      {days === null ? null : (
        <Text size="xs" c="dimmed" className={classes.end} title="In this stage">
          <span className="visually-hidden">In this stage: </span>
          {describeDays(days)}
        </Text>
      )}
    </div>
  );
}

function FollowUp({ due }: { readonly due: string | null }) {
  if (due === null) return null;
  const isOverdue = new Date(due) < new Date();
  return (
    <Text size="xs" truncate c={isOverdue ? 'var(--mantine-color-error)' : 'dimmed'}>
      {isOverdue ? 'Overdue: ' : 'Follow up '}
      <DateTime value={due} format="date" />
    </Text>
  );
}

/** A card that can be dragged, or moved with its menu. */
export const LeadCard = memo(function LeadCard({ card }: { readonly card: Card }) {
  const { id: workspaceId } = useWorkspace();
  const mode = useMode();
  const { canMove } = useBoard();
  const { ref, isDragged } = useDraggableCard(card, canMove);
  const { id: leadId } = card;
  return (
    <article ref={ref} className={classes.card} data-dragged={isDragged} data-movable={canMove}>
      <div className={classes.line}>
        <Link
          to="/$workspaceId/$mode/pipeline/$leadId"
          params={{ workspaceId, mode, leadId }}
          preload={false}
          draggable={false}
          className={classes.name}
        >
          {card.name}
        </Link>
        <ScoreBadge score={card.score} />
        {canMove ? <MoveMenu card={card} /> : null}
      </div>
      <ValueLine {...card} />
      <div className={classes.line}>
        <PersonAvatar name={card.agent?.name} size={20} />
        <Text span size="sm" truncate c={card.agent ? undefined : 'dimmed'}>
          {card.agent?.name ?? 'Unassigned'}
        </Text>
      </div>
      <FollowUp due={card.next_follow_up} />
      <Tags tags={card.tags} />
    </article>
  );
});
