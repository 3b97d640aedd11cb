/** Where Chromium is: CHROMIUM_PATH, set by `npm test`, or Debian's place. */
export const CHROMIUM_PATH = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** As root Chromium needs `--no-sandbox`, and it must not look for its maker's hosts. */
export const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
