import { Code } from '@mantine/core';
import classes from './delivery.module.css';

/** Indents JSON. Returns other text, such as truncated JSON, unchanged. */
function toPrettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

interface JsonBlockProps {
  readonly label: string;
  readonly text: string;
}

/** Shows the body of a request or response. */
export function JsonBlock({ label, text }: JsonBlockProps) {
  return (
    <Code block tabIndex={0} aria-label={label} className={classes['code']}>
      {toPrettyJson(text)}
    </Code>
  );
}
