import { IconExternalLink } from '@tabler/icons-react';
import { toPhotoUrl } from './media-url.js';
import classes from './photos.module.css';

interface PhotoImageProps {
  readonly url: string;
  readonly alt: string;
}

/** Small picture. The content security policy blocks pictures from other websites, so it shows an icon for these. */
export function PhotoImage({ url, alt }: PhotoImageProps) {
  const source = toPhotoUrl(url, 'small');
  if (source === undefined) {
    return (
      <span>
        <IconExternalLink aria-hidden />
        <span className="visually-hidden">{alt}</span>
      </span>
    );
  }
  return <img className={classes.image} src={source} alt={alt} loading="lazy" draggable={false} />;
}
