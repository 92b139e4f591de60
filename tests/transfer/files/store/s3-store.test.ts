import { newId } from '@plotline/kit/core/ids';
import { openFileStore } from '@plotline/transfer/files/store/open-file-store';
import { createS3Store } from '@plotline/transfer/files/store/s3-store';
import { expect } from 'chai';
import { startBucket } from '../../../support/start-bucket.js';
import { useFixture } from '../../../support/use-fixture.js';
import { inPieces } from '../../support/file-content.js';
import { testFileStore } from './test-file-store.js';

async function startStore() {
  const { access, stop } = await startBucket();
  return { store: createS3Store(access), access, stop };
}

describe('a file store in an S3 bucket', () => {
  const fixture = useFixture(startStore);
  testFileStore(() => fixture().store);

  it('is used when it is configured', async () => {
    const { access, store: known } = fixture();
    const store = await openFileStore({
      FILES_DIRECTORY: '',
      FILES_S3_ENDPOINT: access.endpoint,
      FILES_S3_REGION: access.region,
      FILES_S3_ACCESS_KEY_ID: access.accessKeyId,
      FILES_S3_SECRET_ACCESS_KEY: access.secretAccessKey,
    });
    const id = newId('imp');
    await store.put(id, inPieces('content'), { maxBytes: 100 });
    expect(await known.size(id)).to.equal(7);
  });

  it('prevents the service from starting when its keys are missing', async () => {
    let message = '';
    try {
      await openFileStore({
        FILES_DIRECTORY: '',
        FILES_S3_ENDPOINT: 'http://127.0.0.1:1/files',
        FILES_S3_REGION: 'auto',
        FILES_S3_ACCESS_KEY_ID: 'id',
        FILES_S3_SECRET_ACCESS_KEY: '',
      });
    } catch (error) {
      message = String(error);
    }
    expect(message).to.match(/needs FILES_S3_ACCESS_KEY_ID and FILES_S3_SECRET_ACCESS_KEY/);
  });
});
