import { TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

interface DateFieldProps extends Omit<TextInputProps, 'type' | 'onChange' | 'onBlur'> {
  readonly type?: 'date' | 'datetime-local';
  /** Told an empty text where there is no date. */
  readonly onChange: (value: string) => void;
}

// While a year is typed, its first digits are a year, too: only one of four digits is meant.
const limits = {
  date: { min: '1000-01-01', max: '9999-12-31' },
  'datetime-local': { min: '1000-01-01T00:00', max: '9999-12-31T23:59' },
};

/**
 * A field for a date. Half of one has the value of an empty field, and only the browser tells the two apart: the form around is not
 * submitted with it. Outside of a form it is told when the field is left.
 */
export function DateField({ type = 'date', error, onChange, ...props }: DateFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isUnfinished, setUnfinished] = useState(false);
  const check = () => setUnfinished(input.current?.validity.valid === false);
  useEffect(() => {
    const form = input.current?.form;
    const refuse = (event: SubmitEvent) => {
      const isFinished = input.current?.validity.valid !== false;
      setUnfinished(!isFinished);
      if (isFinished) return;
      event.preventDefault();
      event.stopPropagation();
    };
    form?.addEventListener('submit', refuse);
    return () => form?.removeEventListener('submit', refuse);
  }, []);
  return (
    <TextInput
      {...props}
      {...limits[type]}
      ref={input}
      type={type}
      error={isUnfinished ? 'Finish the date, or clear it.' : error}
      onChange={({ currentTarget }) => {
        if (isUnfinished) check();
        onChange(currentTarget.value);
      }}
      onBlur={({ currentTarget }) => {
        if (isUnfinished || !currentTarget.form) check();
      }}
    />
  );
}
