import { expect } from 'chai';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { eventually } from '../../../support/eventually.js';
import { newWorkspace } from '../../../support/workspace.js';
import { assertStateAccessible } from '../../support/accessible-state.js';
import { newDevelopment } from '../../support/development.js';
import { openDashboard, phone } from '../../support/open-dashboard.js';

async function createPicture(name: string, background: string) {
  const image = sharp({ create: { width: 640, height: 480, channels: 3, background } });
  return { name, mimeType: 'image/jpeg', buffer: await image.jpeg().toBuffer() };
}

/** Waits until an image is displayed. */
const isLoaded = (page: Page, name: string) =>
  eventually(async () => {
    const shown = await page.evaluate<string[]>(
      '[...document.images].filter(({ naturalWidth }) => naturalWidth > 0).map(({ alt }) => alt)',
    );
    if (!shown.includes(name)) throw new Error(`${name} is not loaded, only ${shown.join(', ')}.`);
  });

describe('photos and files in the dashboard', () => {
  const browser = useBrowser();

  it('are uploaded, reordered and set as the cover for a property, and a removal can be undone', async () => {
    const workspace = await newWorkspace();
    const { propertyId } = await newDevelopment(workspace);
    await workspace.api.put(`/v1/properties/${propertyId}`, { media: { cover: null } });
    const { page, visit, close } = await openDashboard(browser(), { workspace, path: `properties/${propertyId}` });
    const photos = page.getByRole('region', { name: 'Photos' });
    const input = photos.locator('input[type=file]').first();
    await input.setInputFiles([await createPicture('lobby.jpg', 'teal')]);
    await isLoaded(page, 'Photo 1');
    await input.setInputFiles([await createPicture('pool.jpg', 'navy')]);
    await isLoaded(page, 'Photo 2');
    const readMedia = async () => (await workspace.api.get(`/v1/properties/${propertyId}`)).record['media'];
    const before = await readMedia();
    await photos.getByRole('button', { name: 'Actions for Photo 2' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Make it the cover' }).press('Enter');
    await photos.getByRole('listitem').nth(1).getByText('Cover').waitFor();
    await photos.getByRole('button', { name: 'Actions for Photo 2' }).click();
    await page.getByRole('menuitem', { name: 'Move forward' }).click();
    await photos.getByRole('listitem').nth(0).getByText('Cover').waitFor();
    await assertStateAccessible(page);
    await photos.getByRole('button', { name: 'Actions for Photo 1' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await photos.getByText('Nobody sees these pictures.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await photos.getByRole('listitem').nth(0).getByText('Cover').waitFor();
    await photos.getByRole('button', { name: 'Photo 1', exact: true }).press('Enter');
    const viewer = page.getByRole('dialog', { name: 'Photos' });
    await viewer.getByText('1 of 2').waitFor();
    await page.keyboard.press('ArrowRight');
    await viewer.getByText('2 of 2').waitFor();
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'hidden' });
    const { gallery, cover } = Object(await readMedia());
    expect(gallery).to.deep.equal(Object(before).gallery.toReversed());
    expect(cover).to.equal(gallery[0]);
    await visit('properties');
    await isLoaded(page, '');
    await close();
  });

  it('are stored as documents of a lead on a phone, refused with an explanation if they are invalid, and deleted', async () => {
    const workspace = await newWorkspace();
    const lead = await workspace.api.create('/v1/leads', { name: 'Ada', email: 'ada@example.com' });
    const path = `pipeline/${lead.id}`;
    const { page, faults, close } = await openDashboard(browser(), { workspace, path, viewport: phone, role: 'agent' });
    faults.expectError(/422/);
    const files = page.getByRole('region', { name: 'Files' });
    await files.getByText('No files yet.').waitFor();
    const input = files.locator('input[type=file]').first();
    const offer = { name: 'Offer.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') };
    await input.setInputFiles([offer, { ...offer, name: 'page.html', buffer: Buffer.from('<!doctype html>') }]);
    await files.getByRole('link', { name: /Offer\.pdf/ }).waitFor();
    await files.getByRole('alert').filter({ hasText: 'The file must be a JPEG, PNG' }).waitFor();
    await files.getByRole('button', { name: 'Dismiss page.html' }).click();
    await assertStateAccessible(page);
    await files.getByRole('button', { name: 'Delete Offer.pdf' }).click();
    await page.getByRole('button', { name: 'Delete file' }).click();
    await files.getByText('No files yet.').waitFor();
    expect((await workspace.api.get(`/v1/files?lead_id=${lead.id}`)).records).to.deep.equal([]);
    await close();
  });
});
