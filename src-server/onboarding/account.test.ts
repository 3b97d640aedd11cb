import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { MAX_UPLOAD_BYTES } from '#domain/limits';
import { systemActor } from '#server/audit/system-actor';
import { EMPTY_PDF } from '#server/document/testing/pdfs';
import { createApp } from '#server/http/app';
import { test as pixTest } from '#server/payments/testing/pix-test';
import {
  activate,
  apiKeyOf,
  auditedChanges,
  type Customer,
  externalRow,
  pixScene,
} from '#server/payments/testing/scene';
import { cookieOf, joana } from '#server/testing/http-caller';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import { restClient } from '#server/testing/rest-client';
import { findExternal, isOpen } from './external-account.ts';
import { refreshAccount } from './refresh-account.ts';

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]);
const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 0]);
const PDF = new Uint8Array(Buffer.from(EMPTY_PDF));

async function opened(options: Parameters<typeof pixScene>[0] = {}) {
  const scene = await pixScene(options);
  await scene.ana.call.pix.createSubaccount();
  const toldOf = async (customer: Customer) => {
    const { outbox, notifications } = scene.bank.db.tables;
    const mails = await scene.bank.db.select().from(outbox).orderBy(outbox.id);
    const bell = await scene.bank.db
      .select()
      .from(notifications)
      .where(eq(notifications.userId, customer.user.id))
      .orderBy(notifications.id);
    return { mails: mails.map(({ kind }) => kind), bell: bell.map(({ kind }) => kind) };
  };
  return { ...scene, toldOf };
}

const test = pixTest.extend('opened', () => opened());

type Scene = Awaited<ReturnType<typeof opened>>;

async function sendAll({ ana }: Pick<Scene, 'ana'>): Promise<void> {
  const { documents } = await ana.call.pix.documents.list();
  const files = [PNG, JPEG, PDF];
  for (const [index, { id }] of documents.entries())
    await ana.call.pix.documents.send({ documentId: id, file: new Blob([files[index % 3] ?? PNG]) });
}

async function decided({ ana }: Pick<Scene, 'ana'>, status: string) {
  for (;;) {
    const account = await ana.call.pix.account();
    if (account.status === status) return account;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('the external account as the provider sees it', () => {
  test('the external account is shown once it is opened, to its owner alone', async ({
    opened: { ana, bruno, admin, nobody, bank },
  }) => {
    const account = await ana.call.pix.account();
    expect(account).toMatchObject({
      status: 'pending',
      commercialInfo: 'APPROVED',
      bankAccountInfo: 'PENDING',
      documentation: 'PENDING',
      general: 'PENDING',
      rejectReasons: [],
      createdAt: '2026-03-10T15:00:00.000Z',
      documentsDueAt: '2026-03-12T15:00:00.000Z',
      activatedAt: null,
      checkedAt: bank.clock.real().toISOString(),
      isFresh: true,
    });
    expect(await codeOf(bruno.call.pix.account())).toBe('NOT_FOUND');
    expect(await codeOf(bruno.call.pix.documents.list())).toBe('NOT_FOUND');
    expect(await codeOf(admin.call.pix.account())).toBe('FORBIDDEN');
    expect(await codeOf(nobody.pix.account())).toBe('UNAUTHENTICATED');
  });

  test('an external account goes from pending through three documents to approved, reported and audited once', async () => {
    const scene = await opened({ switches: { approvalMs: 600_000 } });
    const { ana, bank, simulator } = scene;
    await ana.call.pix.account();
    await sendAll(scene);
    expect(await ana.call.pix.account()).toMatchObject({
      status: 'awaiting_approval',
      documentation: 'AWAITING_APPROVAL',
    });
    bank.clock.passSeconds(3600);
    await simulator.settle();
    const account = await decided(scene, 'approved');
    expect(account).toMatchObject({ general: 'APPROVED', activatedAt: bank.clock.now().toISOString() });
    await ana.call.pix.account();
    expect(await scene.toldOf(ana)).toEqual({
      mails: ['external_account_approved'],
      bell: ['external_account_approved'],
    });
    const changes = await auditedChanges(bank, 'update_external_account');
    expect(changes.at(-1)).toMatchObject({
      general: { from: 'AWAITING_APPROVAL', to: 'APPROVED' },
      status: { from: 'awaiting_approval', to: 'approved' },
    });
    const { users } = bank.db.tables;
    const [row] = await bank.db.select().from(users).where(eq(users.id, ana.user.id));
    expect(row?.asaasAccountStatus).toBe('approved');
  });

  test('an approval seen by two concurrent requests is audited once', { tags: ['postgres'] }, async ({
    opened: { ana, bank, simulator },
  }) => {
    const external = await findExternal(bank.db, ana.user.id);
    if (!isOpen(external)) throw new Error('the external account is not open');
    const before = (await auditedChanges(bank, 'update_external_account')).length;
    await simulator.as(await apiKeyOf(bank, ana))('POST', '/v3/sandbox/myAccount/approve');
    await Promise.all([1, 2].map(() => refreshAccount(bank, external, systemActor(bank))));
    expect(await auditedChanges(bank, 'update_external_account')).toHaveLength(before + 1);
  });

  test('a rejected external account says why', async () => {
    const scene = await opened({ switches: { rejectDocuments: 'Documento ilegível' } });
    await sendAll(scene);
    expect(await decided(scene, 'rejected')).toMatchObject({ rejectReasons: ['Documento ilegível'] });
    expect((await scene.toldOf(scene.ana)).bell).toEqual(['external_account_rejected']);
    const { outbox } = scene.bank.db.tables;
    expect(await scene.bank.db.select().from(outbox)).toMatchObject([
      { text: expect.stringContaining('Motivo informado: Documento ilegível') },
    ]);
    // Reasons are cached while the provider is down, and cleared when the rejection ends.
    await scene.simulator.goDown();
    expect(await scene.ana.call.pix.account()).toMatchObject({
      status: 'rejected',
      isFresh: false,
      rejectReasons: ['Documento ilegível'],
    });
    await scene.simulator.comeBack();
    await scene.simulator.as(await apiKeyOf(scene.bank, scene.ana))('POST', '/v3/sandbox/myAccount/approve');
    expect(await scene.ana.call.pix.account()).toMatchObject({ status: 'approved', rejectReasons: [] });
  });

  test('while the provider does not answer, the last known state is shown, and nothing that needs approval is allowed', async ({
    opened: scene,
  }) => {
    const { ana, bank, simulator } = scene;
    await activate(scene, scene.bruno);
    const before = await ana.call.pix.account();
    const audited = await auditedChanges(bank, 'update_external_account');
    simulator.simulator.faults.down = true;
    await simulator.stop();
    bank.clock.passSeconds(600);
    expect(await ana.call.pix.account()).toEqual({ ...before, isFresh: false });
    expect(await refusalOf(scene.bruno.call.pix.balance())).toEqual({
      status: 502,
      code: 'PROVIDER_FAILED',
      error: 'O provedor de pagamentos não respondeu como esperado. Tente novamente em instantes.',
    });
    expect(await codeOf(ana.call.pix.documents.list())).toBe('PROVIDER_FAILED');
    expect(await auditedChanges(bank, 'update_external_account')).toEqual(audited);
    expect((await scene.bruno.call.account.list()).accounts).toHaveLength(1);
  });

  test('an older state of the external account does not replace a newer one', async ({ opened: scene }) => {
    const { bank, bruno } = scene;
    await activate(scene, bruno);
    bank.clock.passSeconds(-60);
    await bruno.call.pix.account();
    const row = await externalRow(bank, bruno.user.id);
    expect(row.checkedAt?.getTime()).toBe(bank.clock.real().getTime() + 60_000);
  });
});

describe('documents of the external account', () => {
  test('the wanted documents are the provider’s three, in Portuguese', async ({ opened: { ana } }) => {
    const { documents, rejectReasons } = await ana.call.pix.documents.list();
    expect(documents.map(({ type, status }) => [type, status])).toEqual([
      ['IDENTIFICATION', 'NOT_SENT'],
      ['IDENTIFICATION_SELFIE', 'NOT_SENT'],
      ['CUSTOM', 'NOT_SENT'],
    ]);
    expect(documents.every(({ title }) => title.length > 3)).toBe(true);
    expect(rejectReasons).toEqual([]);
  });

  test('a document is accepted by content as PNG, JPEG or PDF, up to 10 MB, and audited without the file', async ({
    opened: { ana, bank },
  }) => {
    const [first] = (await ana.call.pix.documents.list()).documents;
    const documentId = first?.id ?? '';
    const send = (bytes: Uint8Array<ArrayBuffer> | string) =>
      ana.call.pix.documents.send({ documentId, file: new Blob([bytes]) });
    for (const bytes of ['GIF89a', '', '<svg onload="alert(1)"/>', '%PD', PNG.slice(1)])
      expect(await refusalOf(send(bytes))).toEqual({
        status: 400,
        code: 'VALIDATION',
        error: 'Apenas imagens PNG ou JPEG e arquivos PDF são permitidos',
        fields: { file: 'Apenas imagens PNG ou JPEG e arquivos PDF são permitidos' },
      });
    const large = new Uint8Array(MAX_UPLOAD_BYTES + 1);
    large.set(PNG);
    expect(await refusalOf(send(large))).toMatchObject({
      status: 413,
      error: 'O arquivo deve ter no máximo 10MB',
    });
    expect(await send(large.slice(0, MAX_UPLOAD_BYTES))).toMatchObject({
      id: documentId,
      type: 'IDENTIFICATION',
      status: 'PENDING',
    });
    expect(await auditedChanges(bank, 'send_identity_document')).toEqual([
      { documentId, type: 'IDENTIFICATION', mime: 'image/png', size: MAX_UPLOAD_BYTES },
    ]);
  });

  test('the front and the back of an identity document are two files at the provider', async ({
    opened: { ana, bank, simulator },
  }) => {
    const [first, second] = (await ana.call.pix.documents.list()).documents;
    expect([first, second]).toMatchObject([
      { type: 'IDENTIFICATION', hasSides: true, fileCount: 0 },
      { hasSides: false, fileCount: 0 },
    ]);
    const documentId = first?.id ?? '';
    const file = new Blob([PNG]);
    const front = await ana.call.pix.documents.send({ documentId, face: 'front', file });
    expect(front).toMatchObject({ status: 'PENDING', fileCount: 1 });
    const [half] = (await ana.call.pix.documents.list()).documents;
    expect(half).toMatchObject({ status: 'PENDING', fileCount: 1 });
    const back = await ana.call.pix.documents.send({ documentId, face: 'back', file });
    expect(back).toMatchObject({ status: 'PENDING', fileCount: 2 });
    expect(simulator.simulator.store.get('document', documentId)?.files).toHaveLength(2);
    expect(await auditedChanges(bank, 'send_identity_document')).toMatchObject([
      { face: 'front' },
      { face: 'back' },
    ]);
    const wrong = ana.call.pix.documents.send({ documentId, face: 'side', file } as never);
    expect((await refusalOf(wrong)).fields).toHaveProperty('face');
  });

  test('a document of somebody else, or one not asked for, is not found', async ({
    opened: { ana, bruno, nobody, admin },
  }) => {
    await bruno.call.pix.createSubaccount();
    const [hers] = (await ana.call.pix.documents.list()).documents;
    const file = new Blob([PNG]);
    const documentId = hers?.id ?? '';
    expect(await codeOf(bruno.call.pix.documents.send({ documentId, file }))).toBe('NOT_FOUND');
    expect(await codeOf(ana.call.pix.documents.send({ documentId: 'x', file }))).toBe('NOT_FOUND');
    expect(await codeOf(nobody.pix.documents.send({ documentId, file }))).toBe('UNAUTHENTICATED');
    expect(await codeOf(admin.call.pix.documents.send({ documentId, file }))).toBe('FORBIDDEN');
    const none = await refusalOf(ana.call.pix.documents.send({ documentId } as never));
    expect(none).toMatchObject({ status: 400, fields: { file: 'Selecione o arquivo' } });
  });

  test('a document is sent at the provider’s own page where the provider says so', async () => {
    const { ana } = await opened({ switches: { onboardingUrl: 'https://provedor.example/envio' } });
    const [first] = (await ana.call.pix.documents.list()).documents;
    expect(first?.onboardingUrl).toBe('https://provedor.example/envio');
    const sent = ana.call.pix.documents.send({ documentId: first?.id ?? '', file: new Blob([PNG]) });
    expect(await refusalOf(sent)).toMatchObject({ status: 409, code: 'DOCUMENT_ELSEWHERE' });
  });

  test('a document is uploaded as a form over REST', async ({ bank }) => {
    const rest = restClient(bank);
    const registered = await rest('POST', '/api/auth/register', joana);
    expect(registered.status).toBe(201);
    const headers = { cookie: cookieOf(registered), 'x-requested-with': 'test' };
    expect(await rest('POST', '/api/asaas/create-subaccount', undefined, headers)).toMatchObject({
      status: 201,
    });
    const listed = await rest('GET', '/api/asaas/documents', undefined, headers);
    const [first] = listed.body.documents;
    const form = new FormData();
    form.set('documentId', first?.id ?? '');
    form.set('file', new Blob([PNG]), 'rg.png');
    const app = createApp(bank, { clientFolder: 'no-such-folder' });
    const sent = await app.request('/api/asaas/documents', { method: 'POST', headers, body: form });
    expect(sent.status).toBe(201);
    expect(await sent.json()).toMatchObject({ document: { id: first?.id, status: 'PENDING' } });
  });
});
