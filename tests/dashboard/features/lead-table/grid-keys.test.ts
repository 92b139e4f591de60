import { keyHelp, toGridCommand } from '@plotline/dashboard/features/lead-table/grid-keys';
import { expect } from 'chai';

const press = (
  key: string,
  modifiers: Partial<Record<'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {},
) => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...modifiers,
});

describe('keys in the leads table', () => {
  const moves: readonly (readonly [string, number, number])[] = [
    ['ArrowDown', 3, 4],
    ['ArrowUp', 3, 2],
    ['ArrowUp', 0, 0],
    ['ArrowDown', 99, 99],
    ['PageDown', 3, 13],
    ['PageDown', 95, 99],
    ['PageUp', 3, 0],
    ['Home', 50, 0],
    ['End', 50, 99],
  ];
  for (const [key, from, to] of moves) {
    it(`go from row ${from} to row ${to} with ${key}`, () => {
      expect(toGridCommand(press(key), from, 100)).to.deep.equal({ kind: 'move', to, isExtending: false });
    });
  }

  it('extend the selection when Shift is pressed', () => {
    const shift = { shiftKey: true };
    expect(toGridCommand(press('ArrowDown', shift), 3, 100)).to.deep.include({ to: 4, isExtending: true });
    expect(toGridCommand(press(' ', shift), 3, 100)).to.deep.equal({ kind: 'toggle', isExtending: true });
  });

  it("leave the browser's shortcuts alone", () => {
    expect(toGridCommand(press('a', { ctrlKey: true }), 0, 9)).to.deep.equal({ kind: 'selectAll' });
    expect(toGridCommand(press('a', { metaKey: true }), 0, 9)).to.deep.equal({ kind: 'selectAll' });
    for (const key of ['t', 'm', 'Home', '/']) {
      expect(toGridCommand(press(key, { ctrlKey: true }), 0, 9)).to.equal(undefined);
      expect(toGridCommand(press(key, { altKey: true }), 0, 9)).to.equal(undefined);
    }
    for (const key of ['Tab', 'F5', 'z']) expect(toGridCommand(press(key), 0, 9)).to.equal(undefined);
  });

  it('are all listed in the help', () => {
    const helped = keyHelp.flatMap(({ keys }) => keys).map((key) => key.toLowerCase());
    expect(helped).to.include.members(['a', 't', 'm', 'delete', '/', '?', 'enter', 'esc', 'space']);
  });
});
