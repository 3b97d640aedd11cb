import { findChromium } from '../scripts/machine.mjs';

export const CHROMIUM_PATH = findChromium() ?? '/usr/bin/chromium';

/** As root Chromium needs `--no-sandbox`; it must not contact its vendor. */
export const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages are left before optimised code pays: its compilers took a quarter of the browser's time.
  '--js-flags=--no-opt --no-maglev',
];
