import { useEffect } from 'react';

const key = 'plotline.lead-list';

/** The lists that the page of a lead can belong to. */
const lists = {
  board: { label: 'Board', to: '/$workspaceId/$mode/pipeline' },
  table: { label: 'Leads', to: '/$workspaceId/$mode/leads' },
} as const;

/** Remembers for this tab that a list of leads is open, so that the page of a lead leads back to it. */
export function useLeadList(list: keyof typeof lists): void {
  useEffect(() => sessionStorage.setItem(key, list), [list]);
}

/** Returns the list of leads that was open last in this tab, by default the board. */
export function getLeadList(): (typeof lists)[keyof typeof lists] {
  return sessionStorage.getItem(key) === 'table' ? lists.table : lists.board;
}
