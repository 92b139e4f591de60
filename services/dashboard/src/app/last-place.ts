import type { Mode } from '../api/mode.js';

const name = 'plotline.place';

/** The workspace and mode that were open last in this browser. */
export function readLastPlace(): readonly (string | undefined)[] {
  return (localStorage.getItem(name) ?? '').split(' ');
}

export function keepLastPlace(workspaceId: string, mode: Mode): void {
  localStorage.setItem(name, `${workspaceId} ${mode}`);
}
