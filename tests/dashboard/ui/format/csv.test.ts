import { toReportFile } from '@plotline/dashboard/features/analytics/report-columns';
import { toCsv } from '@plotline/dashboard/ui/format/csv';
import { expect } from 'chai';

describe('the CSV file of a report', () => {
  it('quotes separators, quotes and line breaks, and leaves unknown values empty', () => {
    expect(
      toCsv([
        ['Name', 'Leads'],
        ['Lopez, Ada', 3],
        ['"Al"\nSmith', null],
      ]),
    ).to.equal('Name,Leads\r\n"Lopez, Ada",3\r\n"""Al""\nSmith",\r\n');
  });

  it('escapes text that starts like a formula, and leaves numbers unchanged', () => {
    const cells = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', "'=1", 'Ada', -1.5, 'Al; =1'];
    expect(toCsv([cells])).to.equal("'=1+1,'+1,'-1,'@SUM(A1),\t'=1,''=1,Ada,-1.5,Al; '=1\r\n");
  });

  it('contains raw figures instead of formatted ones', () => {
    const columns = [
      { header: 'Source', read: ({ source }: { source: string }) => source },
      { header: 'Won', read: () => 0.125, show: () => '12.5%' },
    ];
    expect(toReportFile(columns, [{ source: 'Portal' }])).to.equal('Source,Won\r\nPortal,0.125\r\n');
  });
});
