import { useEffect } from 'react';

const key = 'plotline.lead-list';

/** Lists that link to the page of a lead. */
const lists = {
  board: { label: 'Board', to: '/$workspaceId/$mode/pipeline' },
  table: { label: 'Leads', to: '/$workspaceId/$mode/leads' },
} as const;

/** Stores for this tab that a list of leads is open, so that the page of a lead links back to it. */
export function useLeadList(list: keyof typeof lists): void {
  useEffect(() => sessionStorage.setItem(key, list), [list]);
}

/** Returns the list of leads that was opened last in this tab. Defaults to the board. */
export function getLeadList(): (typeof lists)[keyof typeof lists] {
  return sessionStorage.getItem(key) === 'table' ? lists.table : lists.board;
}
