import { Text } from '@mantine/core';
import { type DragEvent, useState } from 'react';
import classes from './drop-area.module.css';

interface DropAreaProps {
  readonly label: string;
  readonly description: string;
  /** Types or extensions, in the format of an input's `accept`. */
  readonly accept: string;
  readonly isMultiple?: boolean;
  readonly onChoose: (files: readonly File[]) => void;
}

/** Area on which a person can drop files. A click or Enter opens the file picker. */
export function DropArea({ label, description, accept, isMultiple = false, onChoose }: DropAreaProps) {
  const [isOver, setIsOver] = useState(false);
  const choose = (files: FileList | null) => {
    const chosen = [...(files ?? [])].slice(0, isMultiple ? undefined : 1);
    if (chosen.length > 0) onChoose(chosen);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    choose(event.dataTransfer.files);
  };
  const onDragOver = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(true);
  };
  return (
    <label
      className={classes.drop}
      data-over={isOver}
      onDrop={onDrop}
      onDragOver={onDragOver}
      onDragLeave={() => setIsOver(false)}
    >
      <Text component="span" fw={600}>
        {label}
      </Text>
      <Text component="span" size="sm" c="dimmed">
        {description}
      </Text>
      <input
        type="file"
        className="visually-hidden"
        accept={accept}
        multiple={isMultiple}
        onChange={({ currentTarget }) => {
          choose(currentTarget.files);
          // Resets the input. Otherwise, choosing the same file again after a correction would cause no change event.
          currentTarget.value = '';
        }}
      />
    </label>
  );
}
