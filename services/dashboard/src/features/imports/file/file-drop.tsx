import { Text } from '@mantine/core';
import { type DragEvent, useState } from 'react';
import { ProblemText } from '../../../ui/feedback/problem-text.js';
import classes from './file-drop.module.css';
import { acceptedExtensions } from './file-types.js';

interface FileDropProps {
  /** Name of the chosen file. */
  readonly name: string | undefined;
  readonly problem: string | undefined;
  readonly isDisabled: boolean;
  readonly onChoose: (file: File) => void;
}

/** Area to drop a file on. A click opens the file picker. */
export function FileDrop({ name, problem, isDisabled, onChoose }: FileDropProps) {
  const [isOver, setIsOver] = useState(false);
  const choose = (files: FileList | null) => {
    const file = files?.[0];
    if (file && !isDisabled) onChoose(file);
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
    <>
      <label
        className={classes.drop}
        data-over={isOver}
        onDrop={onDrop}
        onDragOver={onDragOver}
        onDragLeave={() => setIsOver(false)}
      >
        <Text component="span" fw={600}>
          {name ?? 'Drop a file here, or choose one'}
        </Text>
        <Text component="span" size="sm" c="dimmed">
          {name === undefined ? 'CSV, Excel, JSON or XML, up to 200 MB' : 'Choose another file'}
        </Text>
        <input
          type="file"
          className="visually-hidden"
          accept={acceptedExtensions}
          onChange={({ currentTarget }) => {
            choose(currentTarget.files);
            // Otherwise choosing the same file again, after a correction, fires no change event.
            currentTarget.value = '';
          }}
        />
      </label>
      <ProblemText problem={problem} mt="xs" />
    </>
  );
}
