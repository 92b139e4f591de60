import { rm } from 'node:fs/promises';
import { ownData } from './own-data.js';

/**
 * Removes all data of a MongoDB that is down; nothing of it lies outside of its data directory.
 * @throws Error when a living launcher runs on it.
 */
export async function clearMongo(dataDirectory: string): Promise<void> {
  const release = await ownData(dataDirectory);
  try {
    await rm(dataDirectory, { recursive: true, force: true });
  } finally {
    release();
  }
}
