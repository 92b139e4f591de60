import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/dashboard/',
  plugins: [react()],
  logLevel: 'warn',
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    target: 'es2022',
    // The policy of the gateway lets the page load files of its host alone.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 800,
  },
});
