import { useLocation } from '@tanstack/react-router';
import { type Entry, findPage } from './navigation.js';

/** The page that is open, for links to the same one elsewhere. */
export function usePage(): Entry['to'] {
  return findPage(useLocation().pathname);
}
