import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const offset = Number(process.env['PLOTLINE_PORT_OFFSET'] ?? 0);
/** The host of a running system (`npm start`) that answers what the pages ask during development; it expects its own origin. */
const running = `http://localhost:${process.env['PLOTLINE_AUTH_PORT'] ?? 8082 + offset}`;
const passedOn = { target: running, changeOrigin: true, headers: { origin: running } };

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/dashboard/',
  plugins: [react()],
  logLevel: 'warn',
  server: {
    port: 5173 + offset,
    strictPort: true,
    proxy: { '/live': passedOn, '/sandbox': passedOn, '/auth': passedOn, '/oauth': passedOn },
  },
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    target: 'es2022',
    // The policy of the gateway lets the page load files of its host alone.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_000,
    // What pages share, and the packages that it needs, in one file: in a file for each, a page loaded fifty before it asked the API for anything.
    rollupOptions: {
      output: { manualChunks: (id) => (/\/dashboard\/src\/(api|app|components)\//.test(id) ? 'shared' : undefined) },
    },
  },
});
