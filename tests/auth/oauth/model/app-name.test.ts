import { parseAppName } from '@plotline/auth/oauth/model/app-name';
import { expect } from 'chai';

describe('parseAppName', () => {
  for (const name of [
    'Plotline',
    'plotline support',
    'P L O T L I N E',
    'Plotlıne',
    'PIotIine',
    'Рlоtlіnе',
    'Ρlοtlιnε',
    'Plötlinè',
    'P1otl1ne',
    'Ｐｌｏｔｌｉｎｅ',
    'Plot-Line Sync',
  ]) {
    it(`refuses ${JSON.stringify(name)} because it imitates Plotline`, () => {
      expect(() => parseAppName(name))
        .to.throw()
        .with.nested.property('details[0].field', 'name');
    });
  }

  for (const name of [
    'Portal\u200bSync',
    'Portal\u2060Sync',
    'Por\u00adtal',
    'Portal\u{e0041}',
    '\u202eevil',
    ' ',
    '',
  ]) {
    it(`refuses ${JSON.stringify(name)} because it has invisible characters`, () => {
      expect(() => parseAppName(name))
        .to.throw()
        .with.nested.property('details[0].field', 'name');
    });
  }

  for (const name of ['Portal Sync', 'Plotter', 'Waterline', 'Агентство недвижимости', 'Ploughline 3']) {
    it(`accepts ${name}`, () => {
      expect(parseAppName(name)).to.equal(name);
    });
  }
});
