import { TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

interface DateFieldProps extends Omit<TextInputProps, 'type' | 'onChange' | 'onBlur'> {
  readonly type?: 'date' | 'datetime-local';
  /** Receives an empty string if the field is empty or the date is incomplete. */
  readonly onChange: (value: string) => void;
}

// Requires a year of four digits, because the browser already reports the year 2 while someone types 2026.
const limits = {
  date: { min: '1000-01-01', max: '9999-12-31' },
  'datetime-local': { min: '1000-01-01T00:00', max: '9999-12-31T23:59' },
};

/**
 * Field for a date. The browser reports an incomplete date as an empty value, and only the field's validity shows the
 * difference. An incomplete date prevents the submission of its form. Outside a form, the error appears when the field
 * loses the focus.
 */
export function DateField({ type = 'date', error, onChange, ...props }: DateFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isIncomplete, setIncomplete] = useState(false);
  const check = () => setIncomplete(input.current?.validity.valid === false);
  useEffect(() => {
    const form = input.current?.form;
    const rejectIncomplete = (event: SubmitEvent) => {
      const isComplete = input.current?.validity.valid !== false;
      setIncomplete(!isComplete);
      if (isComplete) return;
      event.preventDefault();
      event.stopPropagation();
    };
    form?.addEventListener('submit', rejectIncomplete);
    return () => form?.removeEventListener('submit', rejectIncomplete);
  }, []);
  return (
    <TextInput
      {...props}
      {...limits[type]}
      ref={input}
      type={type}
      error={isIncomplete ? 'Complete the date, or clear it.' : error}
      onChange={({ currentTarget }) => {
        if (isIncomplete) check();
        onChange(currentTarget.value);
      }}
      onBlur={({ currentTarget }) => {
        if (isIncomplete || !currentTarget.form) check();
      }}
    />
  );
}
