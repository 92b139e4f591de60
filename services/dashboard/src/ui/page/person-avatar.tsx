import { Avatar } from '@mantine/core';

interface PersonAvatarProps {
  /** Null if nobody has been chosen. */
  readonly name: string | null | undefined;
  /** Pixels. */
  readonly size?: number;
}

/**
 * Initials of a person, in a colour that depends on the person. Hidden from screen readers, because the name is next to
 * the initials.
 */
export function PersonAvatar({ name, size = 24 }: PersonAvatarProps) {
  return <Avatar name={name ?? undefined} color={name ? 'initials' : 'gray'} size={size} radius="xl" aria-hidden />;
}
