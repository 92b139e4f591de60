import sharp from 'sharp';

/** Exif data with a place and a camera, as phones write it. */
const exif = {
  IFD0: { Make: 'Plotphone' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '25/1 4/1 48/1', GPSLongitudeRef: 'E', GPSLongitude: '55/1 8/1 24/1' },
};

/**
 * Creates a JPEG with the place where it was taken, by a phone that was held upright. Its width is displayed as its
 * height.
 */
export async function createPhoto(width = 800, height = 400): Promise<Uint8Array<ArrayBuffer>> {
  const image = sharp({ create: { width, height, channels: 3, background: '#1d4d3f' } });
  return new Uint8Array(await image.withMetadata({ orientation: 6, exif }).jpeg().toBuffer());
}
