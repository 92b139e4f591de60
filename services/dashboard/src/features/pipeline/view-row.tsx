import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { describeError } from '../../api/problem.js';
import { useCan } from '../../api/workspace.js';
import { useAgentNames } from '../people/use-agents.js';
import type { SavedView, SavedViews } from './use-saved-views.js';

interface ViewRowProps {
  readonly view: SavedView;
  readonly change: SavedViews['change'];
  readonly onDelete: () => void;
}

function describeOwner(name: string | undefined): string {
  return name === undefined ? 'Saved by someone else' : `Saved by ${name}`;
}

/** A saved view with its name, whether it is shared, and a button that deletes it. */
export function ViewRow({ view, change, onDelete }: ViewRowProps) {
  const [name, setName] = useState(view.name);
  const [problem, setProblem] = useState<string>();
  const mayShare = useCan('write');
  const agents = useAgentNames();
  const isSame = name.trim() === view.name || name.trim() === '';
  const save = (patch: Partial<Pick<SavedView, 'name' | 'shared'>>) => {
    setProblem(undefined);
    change.mutate({ id: view.id, ...patch }, { onError: (error) => setProblem(describeError(error)) });
  };
  const rename = (event: FormEvent) => {
    event.preventDefault();
    if (!isSame) save({ name });
  };
  return (
    <Stack gap={4}>
      <form onSubmit={rename}>
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <TextInput
            flex={1}
            aria-label={`Name of ${view.name}`}
            maxLength={100}
            value={name}
            error={problem}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Button type="submit" variant="default" disabled={isSame} aria-label={`Rename ${view.name}`}>
            Rename
          </Button>
          <Button variant="subtle" color="red" aria-label={`Delete ${view.name}`} onClick={onDelete}>
            Delete
          </Button>
        </Group>
      </form>
      <Group gap="md">
        {mayShare ? (
          <Checkbox
            size="xs"
            label="Shared with everyone"
            aria-label={`Shared with everyone: ${view.name}`}
            checked={view.shared}
            disabled={change.isPending}
            onChange={({ currentTarget }) => save({ shared: currentTarget.checked })}
          />
        ) : null}
        {view.own ? null : (
          <Text size="xs" c="dimmed">
            {describeOwner(agents.get(view.agent_id ?? ''))}
          </Text>
        )}
      </Group>
    </Stack>
  );
}
