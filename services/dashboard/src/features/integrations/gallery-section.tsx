import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './integrations-page.module.css';

interface GallerySectionProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** The cards of one category. */
export function GallerySection({ title, children }: GallerySectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes['category']}>
      <Title order={2} size="h4" id={id}>
        {title}
      </Title>
      <div className={classes['cards']}>{children}</div>
    </section>
  );
}
