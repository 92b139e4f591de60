import { Anchor, Text } from '@mantine/core';
import classes from './cover.module.css';

const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');

interface CoverProps {
  readonly name: string;
  readonly cover: string | null;
}

/** Stands for the cover of a property. Pictures of other hosts are not loaded: what there is, is a link. */
export function Cover({ name, cover }: CoverProps) {
  return (
    <div className={classes.cover}>
      <Text className={classes.initials} aria-hidden>
        {initialsOf(name)}
      </Text>
      {cover === null ? null : (
        <Anchor className={classes.link} href={cover} target="_blank" rel="noreferrer" size="xs">
          Cover picture<span className="visually-hidden"> of {name}, in a new tab</span> ↗
        </Anchor>
      )}
    </div>
  );
}
