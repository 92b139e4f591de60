import { Anchor, Text } from '@mantine/core';
import { toPhotoUrl } from '../files/media-url.js';
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
 * Shows the cover of a property. The content security policy blocks pictures from other websites, so these are shown as
 * a link. A property without a cover shows its initials.
 */
export function Cover({ name, cover }: CoverProps) {
  const photo = cover === null ? undefined : toPhotoUrl(cover, 'small');
  if (photo !== undefined) {
    return (
      <div className={classes.cover}>
        <img className={classes.photo} src={photo} alt="" loading="lazy" />
      </div>
    );
  }
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
