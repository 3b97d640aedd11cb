/** `npm run pictures`: draws the icons and the sharing preview into public/. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { CHROMIUM_ARGUMENTS, CHROMIUM_PATH } from '../e2e/chromium.ts';
import { SharePicture } from '../src/landing/share-picture.tsx';

const FOLDER = 'public';
const SERRA = '#0b4f4a';

const file = (path: string, type: string) =>
  `url(data:${type};base64,${readFileSync(path).toString('base64')})`;
const font = (family: string, path: string, weights: string) =>
  `@font-face{font-family:"${family}";font-weight:${weights};src:${file(`node_modules/@fontsource-variable/${path}`, 'font/woff2')}}`;

const SHARE_STYLE = `
${font('Familjen Grotesk Variable', 'familjen-grotesk/files/familjen-grotesk-latin-wght-normal.woff2', '400 700')}
${font('Atkinson Hyperlegible Next Variable', 'atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2', '200 800')}
body { margin: 0 }
p { margin: 0 }
.share { position: relative; overflow: hidden; box-sizing: border-box; width: 1200px; height: 630px; padding: 72px 80px; background: ${SERRA}; color: #fff }
.contours { position: absolute; left: 0; top: 0; width: 1440px; height: 760px; transform: translate(190px, 60px); overflow: visible; mask-image: linear-gradient(90deg, transparent 28%, #000 47%) }
.contours-sun { fill: #f27db4 }
.contours-lines { stroke: url(#curvas); stroke-width: 3; opacity: .45 }
.contours stop { stop-color: #5fc9ba }
.contours-far { stop-opacity: 0 }
.wordmark { position: relative; width: auto; height: 76px; margin-left: -8px }
.wordmark-valleys { stroke: #fff }
.wordmark-sun { fill: #f27db4 }
.wordmark-vale, .wordmark-bank { fill: #fff }
.share-title { position: relative; margin-top: 84px; max-width: 570px; font: 700 84px/1.02 "Familjen Grotesk Variable"; letter-spacing: -.02em }
.share-lead { position: relative; margin-top: 32px; font: 400 30px/1.3 "Atkinson Hyperlegible Next Variable"; color: #dcebe8 }
`;

const iconPage = (inset: number, ground: string) =>
  `<style>body{margin:0;background:${ground}}svg{position:fixed;inset:${inset}%;width:${100 - 2 * inset}%;height:${100 - 2 * inset}%}</style>${readFileSync(join(FOLDER, 'favicon.svg'), 'utf8')}`;

const browser = await chromium.launch({ executablePath: CHROMIUM_PATH, args: CHROMIUM_ARGUMENTS });
try {
  const page = await browser.newPage();
  const share = renderToStaticMarkup(createElement(SharePicture));
  await draw(page, 'share.png', [1200, 630], `<style>${SHARE_STYLE}</style>${share}`);
  for (const size of [192, 512])
    await draw(page, `icon-${size}.png`, [size, size], iconPage(0, 'transparent'));
  // A maskable icon keeps its logo within the middle four fifths: the system may crop the rest.
  await draw(page, 'icon-maskable-512.png', [512, 512], iconPage(9, SERRA));
  await draw(page, 'apple-touch-icon.png', [180, 180], iconPage(4, SERRA));
} finally {
  await browser.close();
}

async function draw(page: Page, name: string, [width, height]: [number, number], html: string) {
  await page.setViewportSize({ width, height });
  await page.setContent(`<!doctype html>${html}`);
  await page.evaluate('document.fonts.ready');
  const picture = await page.screenshot({ omitBackground: true });
  writeFileSync(join(FOLDER, name), picture);
  console.log(`${name}: ${width} × ${height}, ${(picture.length / 1000).toFixed(1)} kB`);
}
