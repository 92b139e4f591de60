import { Anchor, Text } from '@mantine/core';
import classes from './cover.module.css';

const getInitials = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');

interface CoverProps {
  readonly name: string;
  readonly cover: string | null;
}

/**
 * Placeholder for a property's cover. The content security policy blocks images of other hosts, so the cover is a link.
 */
export function Cover({ name, cover }: CoverProps) {
  return (
    <div className={classes.cover}>
      <Text className={classes.initials} aria-hidden>
        {getInitials(name)}
      </Text>
      {cover === null ? null : (
        <Anchor className={classes.link} href={cover} target="_blank" rel="noreferrer" size="xs">
          Cover picture<span className="visually-hidden"> of {name}, opens in a new tab</span> ↗
        </Anchor>
      )}
    </div>
  );
}
