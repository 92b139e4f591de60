import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useFilters } from './use-filters.js';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the previous history entry is the same page with no record open. */
    isOpening?: boolean;
  }
}

interface OpenRecord {
  /** Undefined while no record is open. */
  readonly openId: string | undefined;
  readonly open: (id: string) => void;
  readonly close: () => void;
}

/**
 * Opens a record in a dialog over the page. The search parameter with the given name contains its id. Opening adds a
 * history entry, so that Back closes the dialog. Closing goes back in the history, unless a link from elsewhere opened
 * the record.
 */
export function useOpenRecord(name: string): OpenRecord {
  const { filters, setFilters } = useFilters();
  const { history } = useRouter();
  const navigate = useNavigate();
  const isOpening = useLocation({ select: ({ state }) => state.isOpening === true });
  return {
    openId: filters[name],
    open: (id) => void navigate({ to: '.', search: { ...filters, [name]: id }, state: { isOpening: true } }),
    close: () => (isOpening ? history.back() : setFilters({ [name]: undefined })),
  };
}
