import { toCsv } from '@plotline/dashboard/pages/analytics/csv';
import { toReportFile } from '@plotline/dashboard/pages/analytics/report-columns';
import { expect } from 'chai';

describe('the CSV file of a report', () => {
  it('quotes what has separators, quotes or line breaks, and leaves out what is not known', () => {
    expect(
      toCsv([
        ['Name', 'Leads'],
        ['Lopez, Ada', 3],
        ['"Al"\nSmith', null],
      ]),
    ).to.equal('Name,Leads\r\n"Lopez, Ada",3\r\n"""Al""\nSmith",\r\n');
  });

  it('keeps a spreadsheet from computing text that begins as a formula does, and leaves numbers as they are', () => {
    const cells = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', "'=1", 'Ada', -1.5, 'Al; =1'];
    expect(toCsv([cells])).to.equal("'=1+1,'+1,'-1,'@SUM(A1),\t'=1,''=1,Ada,-1.5,Al; '=1\r\n");
  });

  it('has the figures of the table, not as it words them', () => {
    const columns = [
      { header: 'Source', read: ({ source }: { source: string }) => source },
      { header: 'Won', read: () => 0.125, show: () => '12.5%' },
    ];
    expect(toReportFile(columns, [{ source: 'Portal' }])).to.equal('Source,Won\r\nPortal,0.125\r\n');
  });
});
