import { NativeSelect, TextInput } from '@mantine/core';
import { toChoices } from '../../../ui/format/label.js';
import type { EditableCell } from './mend-row.js';

interface CellInputProps {
  readonly cell: EditableCell;
  /** The corrected text. Undefined before a correction. */
  readonly edited: string | undefined;
  readonly isFaulty: boolean;
  /** Receives undefined to restore the file's text. */
  readonly onChange: (text: string | undefined) => void;
}

/** Input for a cell with an error. Fields with a fixed set of values offer these values. */
export function CellInput({ cell: { field, label, text }, edited, isFaulty, onChange }: CellInputProps) {
  if (!field.values) {
    return (
      <TextInput
        label={label}
        w={260}
        maw="100%"
        error={isFaulty}
        value={edited ?? text}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  }
  const first = { value: '', label: text === '' ? 'Choose a value' : text };
  return (
    <NativeSelect
      label={label}
      w={260}
      maw="100%"
      error={isFaulty}
      value={edited ?? ''}
      data={[first, ...toChoices(field.values)]}
      onChange={({ currentTarget: { value } }) => onChange(value === '' ? undefined : value)}
    />
  );
}
