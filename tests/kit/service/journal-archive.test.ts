import { readConfig } from '@plotline/kit/service/config';
import { archiveSpecs, openArchive } from '@plotline/kit/service/journal-archive';
import { expect } from 'chai';

const bucket = {
  ARCHIVE_S3_ENDPOINT: 'https://s3.example.com/plotline-archive',
  ARCHIVE_S3_ACCESS_KEY_ID: 'id',
  ARCHIVE_S3_SECRET_ACCESS_KEY: 'key',
};

const open = async (environment: NodeJS.ProcessEnv) => openArchive(readConfig(archiveSpecs, environment));

const faultOf = (environment: NodeJS.ProcessEnv) =>
  open(environment).then(
    () => 'none',
    (error: unknown) => String(error),
  );

describe('the settings of the journal archive', () => {
  it('keep all entries in the database by default, also with empty variables', async () => {
    expect(await open({})).to.equal(undefined);
    expect(await open({ ARCHIVE_S3_ENDPOINT: '', JOURNAL_ARCHIVE_DAYS: '' })).to.equal(undefined);
  });

  it('archive after some days, or only read what is archived', async () => {
    expect(await open({ ...bucket, JOURNAL_ARCHIVE_DAYS: '90' })).to.include({ days: 90 });
    expect(await open(bucket)).to.include({ days: 0 });
  });

  it('keep the address of the bucket as it is written', () => {
    for (const ARCHIVE_S3_ENDPOINT of ['https://journal.s3.example.com', 'https://s3.example.com/journal']) {
      expect(readConfig(archiveSpecs, { ARCHIVE_S3_ENDPOINT }).ARCHIVE_S3_ENDPOINT).to.equal(ARCHIVE_S3_ENDPOINT);
    }
  });

  it('refuse other numbers of days by the name of the variable', async () => {
    for (const JOURNAL_ARCHIVE_DAYS of ['6', '3651', '7.5', '-1', 'often']) {
      expect(await faultOf({ ...bucket, JOURNAL_ARCHIVE_DAYS }), JOURNAL_ARCHIVE_DAYS).to.contain(
        'JOURNAL_ARCHIVE_DAYS (must be 0, or a whole number from 7 to 3650)',
      );
    }
  });

  it('name what is missing', async () => {
    expect(await faultOf({ JOURNAL_ARCHIVE_DAYS: '90' })).to.contain('needs ARCHIVE_S3_ENDPOINT');
    const withoutKey = { ...bucket, ARCHIVE_S3_ACCESS_KEY_ID: '' };
    expect(await faultOf(withoutKey)).to.contain('needs ARCHIVE_S3_ACCESS_KEY_ID and ARCHIVE_S3_SECRET_ACCESS_KEY');
    expect(await faultOf({ ...bucket, ARCHIVE_S3_ENDPOINT: 'bucket' })).to.contain(
      'ARCHIVE_S3_ENDPOINT (must be a URL, or empty)',
    );
  });
});
