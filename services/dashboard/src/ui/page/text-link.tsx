import { Anchor, type AnchorProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

interface LinkAnchorProps
  extends AnchorProps,
    Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof AnchorProps | 'target'> {
  readonly ref?: Ref<HTMLAnchorElement>;
}

const LinkAnchor = (props: LinkAnchorProps) => <Anchor size="sm" {...props} />;

/** A link to another page of the dashboard. */
export const TextLink = createLink(LinkAnchor);
