const UNKNOWN = 'Dispositivo desconhecido';

/** First match wins: browsers include the names of others, so specific ones come first. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome|Chromium)\//, 'Chrome'],
  [/^(?=.*\bVersion\/\d).*\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const SCRIPTS: readonly [RegExp, string][] = [
  [/^curl\//i, 'curl'],
  [/^Wget\//i, 'Wget'],
  [/^node\b|^undici\b|node-fetch|^axios\//i, 'Node.js'],
  [/^python|^aiohttp|^httpx/i, 'Python'],
  [/^PostmanRuntime\//i, 'Postman'],
  [/^insomnia\//i, 'Insomnia'],
  [/^Go-http-client\//i, 'Go'],
  [/^Java\/|^okhttp\//i, 'Java'],
  [/PowerShell\//i, 'PowerShell'],
];

const nameIn = (names: readonly [RegExp, string][], userAgent: string): string | undefined =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1];

/** 'Chrome no Windows', 'Script (curl)'. The `User-Agent` header is untrusted: a hint, not evidence. */
export function deviceInWords(userAgent: string): string {
  const script = nameIn(SCRIPTS, userAgent);
  if (script) return `Script (${script})`;
  const browser = nameIn(BROWSERS, userAgent);
  const system = nameIn(SYSTEMS, userAgent);
  if (browser && system) return `${browser} no ${system}`;
  if (browser) return browser;
  return system ? `Navegador no ${system}` : UNKNOWN;
}
