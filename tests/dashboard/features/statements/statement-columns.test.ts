import { describeResult } from '@plotline/dashboard/features/statements/describe-result';
import { guessColumns, listColumns } from '@plotline/dashboard/features/statements/statement-columns';
import { expect } from 'chai';

describe('columns of a bank statement', () => {
  it('are read from the first line, with any separator', () => {
    expect(listColumns('\uFEFF"Date";"Amount, EUR";Text\r\n1;2;3')).to.deep.equal(['Date', 'Amount, EUR', 'Text']);
    expect(listColumns('Date\tAmount\tText')).to.deep.equal(['Date', 'Amount', 'Text']);
    expect(listColumns('Date,,Date,Amount')).to.deep.equal(['Date', 'Amount']);
    expect(listColumns('')).to.deep.equal([]);
  });

  it('are guessed from words in several languages, and otherwise left for the person to choose', () => {
    const german = ['Buchungstag', 'Valuta', 'Verwendungszweck', 'Betrag (EUR)'];
    expect(guessColumns(german)).to.deep.equal({
      date: 'Buchungstag',
      amount: 'Betrag (EUR)',
      text: 'Verwendungszweck',
    });
    expect(guessColumns(['A', 'B'])).to.deep.equal({ date: '', amount: '', text: '' });
  });
});

describe('the result of a bank statement', () => {
  it('counts imported rows, and lists skipped rows', () => {
    expect(describeResult({ rows: 1, added: 1, proposed: 0, known: 0, outgoing: 0, lines: [] })).to.equal(
      '1 new payment, 0 with a matching invoice.',
    );
    expect(describeResult({ rows: 6, added: 2, proposed: 1, known: 3, outgoing: 1, lines: [] })).to.equal(
      '2 new payments, 1 with a matching invoice. 3 rows were imported before. 1 row of outgoing money was skipped.',
    );
  });
});
