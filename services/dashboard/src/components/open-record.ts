import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useFilters } from './filter-bar.js';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the step before this one is the same page with nothing open. */
    isOpening?: boolean;
  }
}

interface OpenRecord {
  /** Undefined while none is open. */
  readonly openId: string | undefined;
  readonly open: (id: string) => void;
  readonly close: () => void;
}

/**
 * What is open over a page, which its address names. Opening is a step of the history, so that Back closes it, as on a phone;
 * closing goes that step back. What was opened by a link from elsewhere has no such step.
 */
export function useOpenRecord(name: 'unit' | 'delivery'): OpenRecord {
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
