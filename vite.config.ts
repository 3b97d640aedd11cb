import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { landingPage } from './src/landing/vite-plugin.ts';

const server = 'http://localhost:3000';

/**
 * What makes recipes, tokens and schemas does nothing else: those that a screen does not use need not be in its chunk. A
 * schema derived from another by one of its methods is named by that other.
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

/** The single-page application: sources in `src/`, built into `dist/client/`, where the server finds it. */
export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/routeTree.gen.ts',
      quoteStyle: 'single',
      semicolons: true,
    }),
    react(),
    landingPage(),
  ],
  resolve: {
    // The variant for React 18 and later, whose own `useSyncExternalStore` the other one writes out again.
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    // The content policy allows no data: sources, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: {
      input: ['index.html', 'landing.html'],
      treeshake: {
        manualPureFunctions: PURE,
        // Only defines, and does not say so: without it a WebSocket client that nobody uses comes along.
        moduleSideEffects: [{ test: /node_modules\/@trpc\//, sideEffects: false }],
      },
      output: {
        // The start names every chunk there is, so each character counts; seven tell two versions of one name apart.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 2 },
            {
              name: 'chakra',
              test: /node_modules\/(@emotion|@chakra-ui\/react\/dist\/esm\/(styled-system|theme))\//,
              priority: 1,
            },
            // What the login, and every form after it, is made of.
            {
              name: 'fields',
              test: /src\/ui\/(field|mask|masked-box|password-box|failure-text|server-error)\.tsx?$/,
            },
            // What every screen needs: each small chunk of its own would cost its imports once more.
            {
              name: 'start',
              test: /node_modules\/(@tanstack\/(react-router|router-core|history|react-query|query-core|react-store|store)\/|lucide-react\/dist\/esm\/(createLucideIcon|Icon|shared|context|defaultAttributes))|@chakra-ui\/react\/dist\/esm\/(components\/(box|button|icon|icons|span|loader|spinner|flex|grid|heading|text|link|stack|container|visually-hidden)\b)/,
            },
            // Icons of many screens: each in a chunk of its own would cost its name once more, and a request.
            {
              name: 'icons',
              test: /lucide-react\/dist\/esm\/icons\/(x|check|chevron-down|circle-check|plus|arrow-left|arrow-right|clock|check-check|ban|user-round|download|shield-check|file-down|table-2|log-out|mail)\./,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': server, '/trpc': server, '/dev': server } },
});
