import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef, useState } from 'react';

const pauseMs = 300;

interface DebouncedFieldProps {
  readonly value: string;
  /** Called when the person stops typing. */
  readonly onPause: (value: string) => void;
  readonly children: (value: string, change: (value: string) => void) => ReactNode;
}

/** Field that reports its value when the person stops typing, and follows the value in the page's address. */
export function DebouncedField({ value, onPause, children }: DebouncedFieldProps) {
  const [typed, setTyped] = useState(value);
  const last = useRef(value);
  const report = useDebouncedCallback((next: string) => {
    last.current = next;
    onPause(next);
  }, pauseMs);
  useEffect(() => {
    // This value was set by the field itself, and the person may have typed more since.
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

/** Text field that reports its value when the person stops typing. */
export function DebouncedText({ value, onPause, ...props }: DebouncedTextProps) {
  return (
    <DebouncedField value={value} onPause={onPause}>
      {(typed, change) => (
        <TextInput {...props} value={typed} onChange={({ currentTarget }) => change(currentTarget.value)} />
      )}
    </DebouncedField>
  );
}
