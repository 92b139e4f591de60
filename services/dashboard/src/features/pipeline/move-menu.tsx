import { ActionIcon, Menu } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { stages } from '../../api/enums.js';
import { toLabel } from '../../ui/format/label.js';
import { useBoard } from './board-context.js';
import type { Card } from './card.js';

/** Moves a card without dragging. Afterwards, the focus returns to this button in the card's new column. */
export function MoveMenu({ card }: { readonly card: Card }) {
  const { move, followed } = useBoard();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (followed.current !== card.id) return;
    button.current?.focus();
    followed.current = null;
  }, [followed, card.id]);
  return (
    <Menu position="bottom-end" withinPortal returnFocus={false}>
      <Menu.Target>
        <ActionIcon ref={button} variant="subtle" color="gray" size="sm" aria-label={`Move ${card.name} to…`}>
          <span aria-hidden>⋯</span>
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Move to…</Menu.Label>
        {stages
          .filter((stage) => stage !== card.stage)
          .map((stage) => (
            <Menu.Item
              key={stage}
              onClick={() => {
                followed.current = card.id;
                move(card, stage);
              }}
            >
              {toLabel(stage)}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}
