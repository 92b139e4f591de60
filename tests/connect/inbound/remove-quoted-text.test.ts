import { removeQuotedText } from '@plotline/connect/inbound/work/remove-quoted-text';
import { expect } from 'chai';

describe('removeQuotedText', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    [
      'Gmail',
      'Yes, Friday works.\n\nOn Mon, 2 Mar 2026 at 10:00, Sara <s@h.example> wrote:\n> Friday?\n',
      'Yes, Friday works.',
    ],
    [
      'Outlook',
      'Yes.\n\n________________________________\nFrom: Sara <s@h.example>\nSent: Monday\nTo: Noor\nSubject: Visit\n\nFriday?',
      'Yes.',
    ],
    ['a Spanish program', 'Sí.\n\nEl lun, 2 mar 2026 a las 10:00, Sara (<s@h.example>) escribió:\n> ¿Viernes?', 'Sí.'],
    ['a program that only quotes', 'Fine.\n> Friday?\n> Sara', 'Fine.'],
    ['a mail that quotes nothing', 'One\n\nTwo', 'One\n\nTwo'],
    ['a mail with nothing else', '> Friday?', '> Friday?'],
  ];
  for (const [program, text, expected] of cases) {
    it(`keeps the text that the person wrote in ${program}`, () => {
      expect(removeQuotedText(text)).to.equal(expected);
    });
  }
});
