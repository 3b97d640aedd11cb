import type { FileChooser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { cookieLineOf, type Script } from './script.ts';

/** A PNG of one pixel. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Longest wait for a file chooser, after which the button is clicked again. */
const CHOOSER_MS = 10_000;
const CHOOSER_TRIES = 5;

/** The documents that the provider requires, which may take a while to be known. */
const documentsOf = async (script: Script) =>
  (await script.call('GET', '/api/asaas/documents')).body.documents ?? [];

export async function openPaymentAccount(script: Script, origin: string): Promise<void> {
  const made = await script.call('POST', '/api/asaas/create-subaccount', {});
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  await expect.poll(async () => (await documentsOf(script)).length).toBe(3);
  for (const { id } of await documentsOf(script)) {
    const form = new FormData();
    form.set('documentId', id);
    form.set('file', new Blob([PICTURE], { type: 'image/png' }), 'documento.png');
    const headers = { 'X-Requested-With': 'script', Cookie: cookieLineOf(script) };
    const sent = await fetch(`${origin}/api/asaas/documents`, { method: 'POST', body: form, headers });
    expect(sent.status, await sent.text()).toBe(201);
  }
}

export async function awaitReview(script: Script, status: 'approved' | 'rejected'): Promise<void> {
  const asked = async () => (await script.call('GET', '/api/asaas/account')).body.account?.status;
  await expect.poll(asked, { interval: 500 }).toBe(status);
}

/** Controls of a bank's embedded provider, whose address the bank prints on start. */
export function embeddedProvider(bank: { output: () => string }) {
  const origin = /Provedor de pagamentos simulado: (\S+)/.exec(bank.output())?.[1];
  const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch(`${origin}/simulator/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    expect(answer.status, text).toBe(200);
    return JSON.parse(text);
  };
  return {
    setDown: (down: boolean) => post('faults', { down }),
    /** Whether only random keys can be created, as with the real provider. */
    makeOnlyRandomKeys: (evpOnly: boolean) => post('switches', { evpOnly }),
    /** A merchant's code, to be pasted. */
    charge: async (asked: object) => {
      const { id, payload } = await post('charges', asked);
      return { id: String(id), payload: String(payload) };
    },
    cancelCharge: (id: string) => post('charges/remove', { id }),
  };
}

/** Chromium opens no chooser if the input is rendered anew in the same moment, so the button is clicked again. */
export async function chooserOf(page: Page, title: string): Promise<FileChooser> {
  for (let tries = 0; ; tries += 1) {
    const opened = page.waitForEvent('filechooser', { timeout: CHOOSER_MS });
    const outcome = opened.catch((error: unknown) => (tries < CHOOSER_TRIES ? null : Promise.reject(error)));
    await page.getByRole('button', { name: `Escolher arquivo de ${title}` }).click();
    const chooser = await outcome;
    if (chooser) return chooser;
  }
}

export async function sendPicture(page: Page, title: string): Promise<void> {
  const isTwoSided = title.startsWith('Documento de identificação');
  for (const part of isTwoSided ? [`${title}, frente`, `${title}, verso`] : [title]) {
    const chooser = await chooserOf(page, part);
    await chooser.setFiles({ name: 'foto.png', mimeType: 'image/png', buffer: PICTURE });
    await page.getByRole('button', { name: `Trocar arquivo de ${part}` }).waitFor();
  }
  await page.getByRole('button', { name: `Enviar ${title}` }).click();
  await page
    .getByRole('list', { name: 'Documentos pedidos' })
    .getByRole('listitem')
    .filter({ hasText: title })
    .getByText('Em análise', { exact: true })
    .waitFor();
}

/** The server processes the procedure's next call, but its answer is lost. */
export async function loseAnswer(page: Page, procedure: string): Promise<void> {
  await page.route(
    `**/trpc/${procedure}*`,
    async (route) => {
      await route.fetch({ timeout: 60_000 });
      await route.fulfill({ status: 502, body: '' });
    },
    { times: 1 },
  );
}
