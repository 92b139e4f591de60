import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { assignSharedChunk } from './build/shared-chunk.mjs';

const offset = Number(process.env['PLOTLINE_PORT_OFFSET'] ?? 0);
/**
 * Origin of the running system (`npm start`) that answers requests in development. The system accepts requests only
 * from its own origin.
 */
const runningOrigin = `http://localhost:${process.env['PLOTLINE_AUTH_PORT'] ?? 8082 + offset}`;
const proxied = { target: runningOrigin, changeOrigin: true, headers: { origin: runningOrigin } };

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/dashboard/',
  plugins: [react()],
  resolve: {
    // The library's other build starts its worker from a blob, which the content security policy forbids.
    alias: [{ find: /^maplibre-gl$/, replacement: 'maplibre-gl/dist/maplibre-gl-csp.js' }],
  },
  logLevel: 'warn',
  server: {
    port: 5173 + offset,
    strictPort: true,
    proxy: { '/live': proxied, '/sandbox': proxied, '/auth': proxied, '/oauth': proxied, '/docs': proxied },
  },
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    target: 'es2022',
    // The gateway's content security policy allows no data: URLs.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_000,
    // With the default split, a page loads about fifty files before its first API request.
    rollupOptions: { output: { manualChunks: assignSharedChunk } },
  },
});
