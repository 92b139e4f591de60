import { parseBackupName, toBackupName } from '@plotline/backup/model/backup-name';
import { expect } from 'chai';

describe('the name of a backup', () => {
  it('shows when the backup began, in UTC, so that names sort by time', () => {
    expect(toBackupName(new Date('2026-03-01T09:30:05.999Z'))).to.equal('plotline-20260301T093005Z');
    expect(parseBackupName('plotline-20260301T093005Z')).to.deep.equal(new Date('2026-03-01T09:30:05Z'));
  });

  for (const other of [
    'plotline-20260301',
    '.unfinished-plotline-20260301T093005Z',
    'plotline-20269901T093005Z',
    'a',
  ]) {
    it(`is not ${other}`, () => expect(parseBackupName(other)).to.equal(undefined));
  }
});
