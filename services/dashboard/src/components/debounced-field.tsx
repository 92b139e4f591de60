import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef, useState } from 'react';

const pauseMs = 300;

interface DebouncedFieldProps {
  readonly value: string;
  /** Called when typing pauses. */
  readonly onPause: (value: string) => void;
  readonly children: (value: string, change: (value: string) => void) => ReactNode;
}

/** A field whose value is used when typing pauses, and follows what the address says. */
export function DebouncedField({ value, onPause, children }: DebouncedFieldProps) {
  const [typed, setTyped] = useState(value);
  const last = useRef(value);
  const report = useDebouncedCallback((next: string) => {
    last.current = next;
    onPause(next);
  }, pauseMs);
  useEffect(() => {
    // What came into the address from here is no news: the person may have typed on meanwhile.
    if (value === last.current) return;
    last.current = value;
    report.cancel();
    setTyped(value);
  }, [value, report]);
  const change = (next: string) => {
    setTyped(next);
    report(next);
  };
  return children(typed, change);
}

interface DebouncedTextProps
  extends Omit<TextInputProps, 'value' | 'onChange' | 'onPause'>,
    Omit<DebouncedFieldProps, 'children'> {}

/** A text that is used when typing pauses. */
export function DebouncedText({ value, onPause, ...props }: DebouncedTextProps) {
  return (
    <DebouncedField value={value} onPause={onPause}>
      {(typed, change) => (
        <TextInput {...props} value={typed} onChange={({ currentTarget }) => change(currentTarget.value)} />
      )}
    </DebouncedField>
  );
}
