import { readAmount, readDay } from '@plotline/connect/statements/model/read-cells';
import { expect } from 'chai';

describe('cells in a bank statement', () => {
  for (const [cell, format, amount] of [
    ['1,234.56', '1,234.56', 1_234.56],
    ['1.234,56', '1.234,56', 1_234.56],
    ['-12.5', '1,234.56', -12.5],
    ['+1 234,5', '1.234,56', 1_234.5],
    ['12', '1,234.56', 12],
    ['1.234,56', '1,234.56', null],
    ['1,23.4', '1,234.56', null],
    ['', '1,234.56', null],
    ['AED 5', '1,234.56', null],
  ] as const) {
    it(`read the amount "${cell}" as ${amount}`, () => {
      expect(readAmount(cell, format)).to.equal(amount);
    });
  }

  for (const [cell, order, day] of [
    ['2026-03-02', 'ymd', '2026-03-02'],
    ['2026-03-02T10:00:00Z', 'dmy', '2026-03-02'],
    ['02/03/2026', 'dmy', '2026-03-02'],
    ['03/02/2026', 'mdy', '2026-03-02'],
    ['2.3.26', 'dmy', '2026-03-02'],
    ['31/02/2026', 'dmy', null],
    ['13/13/2026', 'mdy', null],
    ['', 'ymd', null],
    ['yesterday', 'ymd', null],
  ] as const) {
    it(`read the day "${cell}" as ${day}`, () => {
      expect(readDay(cell, order)).to.equal(day);
    });
  }
});
