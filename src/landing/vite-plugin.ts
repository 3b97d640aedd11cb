import type { Plugin } from 'vite';
import { SUPPORT_EMAIL } from '#domain/brand';
import { renderLanding } from './prerender.tsx';
import { themeCss } from './theme-css.ts';

const THEME = 'virtual:landing-theme.css';
/** Preloaded to avoid layout shift. */
const FIRST_FONTS = /(familjen-grotesk|atkinson-hyperlegible-next)-latin-wght-normal-[\w-]{8}\.woff2$/;

/** Prerenders the landing page at build time; the development server serves it at `/`, as in production. */
export function landingPage(): Plugin {
  return {
    name: 'valebank-landing',
    resolveId: (id) => (id === THEME ? THEME : null),
    configureServer: ({ middlewares }) => {
      middlewares.use((request, _response, next) => {
        request.url = request.url?.replace(/^\/(?=\?|$)/, '/landing.html');
        next();
      });
    },
    load: (id) => (id === THEME ? themeCss() : null),
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!html.includes('<!--landing-->')) return html;
        const fonts = Object.keys(bundle ?? {}).filter((name) => FIRST_FONTS.test(name));
        const preloads = fonts.map(
          (name) => `<link rel="preload" href="/${name}" as="font" type="font/woff2" crossorigin>`,
        );
        return html
          .replace('<!--landing-->', renderLanding(SUPPORT_EMAIL))
          .replace('</title>', `</title>${preloads.join('')}`);
      },
    },
  };
}
