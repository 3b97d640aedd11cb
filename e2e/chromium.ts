import { findChromium } from '../scripts/machine.mjs';

/** Where Chromium is, or would be on a Debian. */
export const CHROMIUM_PATH = findChromium() ?? '/usr/bin/chromium';

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
