import type { Page } from 'playwright-core';

/** The smallest phone that the screens are made for. */
export const PHONE = { width: 360, height: 640 };

/** What people open a screen for: rows, cards, figures, fields, empty states. */
const CONTENT =
  'tbody tr, ul > li, ol > li, dd, [data-money], [data-empty], .chakra-card__root, input, select, textarea, h1 ~ * a';
/** Not content, whatever they contain. */
const FRAME =
  'header, nav, [role=tablist], [role=group], [aria-label=Filtros], [data-counts], [role=status], [inert]';

/** Height in px that must be visible of the first content; all of it if it is less tall. */
const ENOUGH = 96;

/** The content may still be loading. */
const PATIENCE_MS = 15_000;

/** What is wrong if a portal's screen shows none of its content without scrolling; otherwise ''. */
export async function firstContentFault(page: Page, patienceMs = PATIENCE_MS): Promise<string> {
  const before = page.viewportSize();
  await page.setViewportSize(PHONE);
  const given = { CONTENT, FRAME, ENOUGH };
  const isShown = await page
    .waitForFunction(measure, { ...given, isWaiting: true }, { timeout: patienceMs })
    .catch(() => null);
  const fault = isShown ? '' : await page.evaluate(measure, { ...given, isWaiting: false });
  if (before) await page.setViewportSize(before);
  return String(fault);
}

type Measured = { CONTENT: string; FRAME: string; ENOUGH: number; isWaiting: boolean };

/** `isWaiting`: returns whether the content is visible; else the fault, '' if there is none. */
function measure({ CONTENT, FRAME, ENOUGH, isWaiting }: Measured): boolean | string {
  const main = document.querySelector('#conteudo');
  // A public page, or a dialog in front of the screen.
  if (!main || document.querySelector('[role=dialog][data-state=open], [role=alertdialog]'))
    return isWaiting || '';
  window.scrollTo(0, 0);
  const first = Array.from(main.querySelectorAll(CONTENT)).find(
    (element) => !element.closest(FRAME) && element.getBoundingClientRect().height > 1,
  );
  if (!first) return !isWaiting && 'shows no content';
  const { top, height } = first.getBoundingClientRect();
  const bar = document.querySelector('[data-bottom-bar]')?.getBoundingClientRect();
  const end = bar?.top ?? window.innerHeight;
  const wanted = top + Math.min(height, ENOUGH);
  if (wanted <= end) return isWaiting || '';
  const what = `${first.tagName.toLowerCase()} "${first.textContent?.trim().slice(0, 40)}"`;
  return !isWaiting && `its first content, ${what}, is ${Math.ceil(wanted - end)} px below what is visible`;
}
