import { expect, test } from 'vitest';
import { deviceInWords } from './device-words.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`, 'Chrome no Windows'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0 Safari/537.36 Edg/140.0`,
    'Edge no Windows',
  ],
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/140.0 Safari/537.36`, 'Chrome no Linux'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541) ${WEBKIT} Chrome/140.0 Safari/537.36`, 'Chrome no ChromeOS'],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S911B) ${WEBKIT} SamsungBrowser/27.0 Chrome/125.0 Mobile Safari/537.36`,
    'Samsung Internet no Android',
  ],
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/140.0 Safari/537.36 OPR/120.0`, 'Opera no Linux'],
  ['Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox no Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'Safari no macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari no iPhone',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
    'Chrome no iPhone',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1',
    'Safari no iPad',
  ],
  [`Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/140.0 Safari/537.36 Vivaldi/7.5`, 'Vivaldi no Windows'],
  ['Chrome/140.0', 'Chrome'],
  // Android's old browser calls itself Safari without a version of Safari.
  ['Mozilla/5.0 (Linux; Android 4.0) AppleWebKit/534.30 Mobile Safari/534.30', 'Navegador no Android'],
  ['curl/8.9.1', 'Script (curl)'],
  ['axios/1.7.2', 'Script (Node.js)'],
  ['Mozilla/5.0 node-fetch', 'Script (Node.js)'],
  ['python-httpx/0.27', 'Script (Python)'],
  ['PostmanRuntime/7.43', 'Script (Postman)'],
  ['insomnia/10.0', 'Script (Insomnia)'],
  ['Go-http-client/2.0', 'Script (Go)'],
  ['okhttp/4.12.0', 'Script (Java)'],
  ['Java/21.0.1', 'Script (Java)'],
  ['Wget/1.21.3', 'Script (Wget)'],
  ['node', 'Script (Node.js)'],
  ['python-requests/2.32.3', 'Script (Python)'],
  ['Mozilla/5.0 (Windows NT 10.0; Microsoft Windows) PowerShell/7.4.0', 'Script (PowerShell)'],
  ['Mozilla/5.0 (Android 14; Mobile)', 'Navegador no Android'],
  ['', 'Dispositivo desconhecido'],
  ['libcurl/8.9', 'Dispositivo desconhecido'],
  ['my Wget/1', 'Dispositivo desconhecido'],
  ['supernode 1', 'Dispositivo desconhecido'],
  ['micropython', 'Dispositivo desconhecido'],
  ['my PostmanRuntime/7', 'Dispositivo desconhecido'],
  ['my insomnia/10', 'Dispositivo desconhecido'],
  ['my Go-http-client/2', 'Dispositivo desconhecido'],
  ['my Java/21', 'Dispositivo desconhecido'],
  ['<script>alert(1)</script>', 'Dispositivo desconhecido'],
])('the user agent "%s" is named "%s"', (userAgent, words) => {
  expect(deviceInWords(userAgent)).toBe(words);
});
