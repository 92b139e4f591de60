import { Code } from '@mantine/core';
import classes from './delivery.module.css';

/** JSON with a line for each member; another text, such as JSON that was cut, as it is. */
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

/** What was sent or answered, laid out to be read. */
export function JsonBlock({ label, text }: JsonBlockProps) {
  return (
    <Code block tabIndex={0} aria-label={label} className={classes['code']}>
      {toPrettyJson(text)}
    </Code>
  );
}
