import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { landingPage } from './src/landing/vite-plugin.ts';

const server = 'http://localhost:3000';

/**
 * Calls without side effects, so that unused recipes, tokens and schemas are dropped from a chunk. A schema derived by a
 * method counts under the name of its base.
 */
const PURE = [
  'defineConfig',
  'defineRecipe',
  'defineSlotRecipe',
  'defineTokens',
  'defineSemanticTokens',
  'defineKeyframes',
  'z',
  'signedAmountSchema',
  'cleanedTextSchema',
  'transferSchema',
];

export default defineConfig({
  plugins: [react(), landingPage()],
  resolve: {
    // The variant for React 18 and later; the other one contains a copy of `useSyncExternalStore`.
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    // The content security policy forbids data: URLs, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: {
      input: ['index.html', 'landing.html'],
      treeshake: {
        manualPureFunctions: PURE,
        // @trpc does not declare itself free of side effects; without this its WebSocket client is bundled.
        moduleSideEffects: [{ test: /node_modules\/@trpc\//, sideEffects: false }],
      },
      output: {
        // The main chunk names every other one, so each character counts: seven of a hash tell versions apart, and the manifest has
        // the names of their sources.
        chunkFileNames: 'assets/c-[hash:7].js',
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 2 },
            {
              name: 'chakra',
              test: /node_modules\/(@emotion|@chakra-ui\/react\/dist\/esm\/(styled-system|theme))\//,
              priority: 1,
            },
            {
              name: 'fields',
              test: /src\/ui\/(field|mask|masked-box|password-box|failure-text|server-error|notice|page-title|part)\.tsx?$/,
            },
            // Needed by every screen; separate small chunks would repeat their imports.
            {
              name: 'start',
              test: /node_modules\/(@tanstack\/(react-router|router-core|history|react-query|query-core|react-store|store)\/|lucide-react\/dist\/esm\/(createLucideIcon|Icon|shared|context|defaultAttributes))|@chakra-ui\/react\/dist\/esm\/(components\/(box|button|icon|icons|span|loader|spinner|flex|grid|heading|text|link|stack|container|visually-hidden)\b)/,
            },
            // Needed by every screen of the portals, but not by the login.
            {
              name: 'portal',
              test: /src\/ui\/(hidden-amounts|initials|last-use|links|narrow)\.tsx?$/,
            },
            // Icons of the back office only: each name of a chunk weighs on the main one.
            {
              name: 'office-icons',
              test: /lucide-react\/dist\/esm\/icons\/(shield|message-square-plus|circle-question-mark|external-link)\./,
            },
            // Icons of many screens; separate chunks would each cost a request.
            {
              name: 'icons',
              test: /lucide-react\/dist\/esm\/icons\/(x|check|chevron-down|circle-check|plus|arrow-left|arrow-right|clock|check-check|ban|user-round|download|shield-check|file-down|table-2|log-out|mail|arrow-left-right|hand-coins|snowflake|barcode|pencil)\./,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': server, '/trpc': server, '/dev': server } },
});
