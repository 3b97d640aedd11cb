import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningBank, startBank } from './bank.ts';
import { openBrowser } from './browser.ts';
import { registerNewcomer, resolveScreen, signInVisitor, type Visitor } from './every-screen.ts';
import { closeView, complaintsIn, openView, type View } from './look.ts';
import { newScript, type Script } from './script.ts';

/** Checks axe, console, content security policy, horizontal scrolling, and what a phone shows without scrolling. */
export function testScreensOf(visitors: readonly Visitor[]): () => { bank: RunningBank; browser: Browser } {
  let bank: RunningBank;
  let browser: Browser;

  beforeAll(async () => {
    bank = await startBank({ SEED: 'demo' });
    await registerNewcomer(bank.origin);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await bank?.stop();
  });

  describe.each(visitors)('every screen of $who', (visitor) => {
    let view: View;
    let script: Script = newScript('');

    beforeAll(async () => {
      const entered = await signInVisitor(bank.origin, visitor);
      script = entered.script;
      view = await openView(browser, bank.origin, entered.cookies);
    });
    afterAll(() => closeView(view));

    test.each(visitor.screens)('the screen $name passes axe', async (screen) => {
      const place = visitor.screens.indexOf(screen);
      expect(await complaintsIn(view, await resolveScreen(screen, script), place)).toEqual([]);
    });
  });

  return () => ({ bank, browser });
}
