import { useMediaQuery } from '@mantine/hooks';

/** Checks whether the window is as narrow as a phone. The style sheets use the same width. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false;
}
