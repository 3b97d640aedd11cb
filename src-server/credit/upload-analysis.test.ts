import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument, PDFName, type PDFObject, PDFString } from 'pdf-lib';
import { afterEach, describe, expect } from 'vitest';
import { UnknownOutcomeError } from '#db/away';
import type { Db, Tx } from '#db/db';
import { race } from '#db/testing/race-test';
import { MAX_UPLOAD_BYTES } from '#domain/limits';
import { createAdmin } from '#server/auth/create-admin';
import type { SignedInContext } from '#server/kernel/context';
import { test as bankTest } from '#server/testing/bank-test';
import { caller, cookieOf } from '#server/testing/http-caller';
import { makeAdmin } from '#server/testing/people';
import { refusalOf } from '#server/testing/refusal-of';
import { audited, openCreditBank } from './testing/scene.ts';
import { analysisPdf, uploadAnalysis } from './upload-analysis.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

async function openWithFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'analysis-'));
  folders.push(folder);
  const scene = await openCreditBank({ DATA_DIR: folder });
  const files = async () =>
    (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.pdf'));
  const { id } = await scene.propose();
  const upload = (bytes: Uint8Array<ArrayBuffer> | string, by = scene.admin) =>
    by.call.credit.proposals.uploadAnalysis({ id, pdf: new Blob([bytes]) });
  return { ...scene, id, files, upload };
}

const test = bankTest.extend('scene', () => openWithFolder());

async function pdfWith(change: (pdf: PDFDocument) => void = () => {}): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = await PDFDocument.create();
  pdf.addPage([200, 200]);
  change(pdf);
  return new Uint8Array(await pdf.save());
}

describe('the PDF of an analysis', () => {
  test('an analysis PDF is kept while it is unknown whether its row was committed', async ({
    scene: { bank, admin, id, files },
  }) => {
    const db: Db = Object.assign(Object.create(bank.db), {
      transaction: async (work: (tx: Tx) => Promise<unknown>) => {
        const done = await bank.db.transaction(work);
        // The first transaction counts the upload, before there is a file; only the later one fails.
        if ((await files()).length === 0) return done;
        throw new UnknownOutcomeError('COMMIT went unanswered');
      },
    });
    const request = { ip: '127.0.0.1', userAgent: '', id: 'upload' };
    const ctx = { ...bank, db, user: admin.user, request } as unknown as SignedInContext;
    await expect(uploadAnalysis(ctx, { id, pdf: new Blob([await pdfWith()]) })).rejects.toThrow(/unanswered/);
    expect(await files()).toHaveLength(1);
    expect((await analysisPdf({ ...ctx, db: bank.db }, { id })).bytes.length).toBeGreaterThan(0);
  });

  test('an analysis PDF is refused when it is no PDF, is cut off, or contains scripts; no file is left', async ({
    scene: { bank, files, upload },
  }) => {
    const good = await pdfWith();
    const script = (pdf: PDFDocument) => pdf.addJavaScript('hello', 'app.alert(1)');
    const launch = (pdf: PDFDocument) =>
      void pdf.context.register(pdf.context.obj({ S: 'Launch', F: PDFString.of('cmd.exe') }));
    const opening = (pdf: PDFDocument) =>
      pdf.catalog.set(PDFName.of('OpenAction'), pdf.context.obj({ S: 'JavaScript', JS: PDFString.of('1') }));
    const chained = (pdf: PDFDocument) =>
      pdf.catalog.set(PDFName.of('OpenAction'), pdf.context.obj({ S: 'GoTo', D: [0], Next: { S: 'URI' } }));
    const form = (pdf: PDFDocument) =>
      pdf.catalog.set(PDFName.of('AcroForm'), pdf.context.obj({ XFA: PDFString.of('<xdp/>'), Fields: [] }));
    const named = (pdf: PDFDocument) => {
      const S = pdf.context.register(PDFName.of('Launch'));
      pdf.context.register(pdf.context.obj({ S, F: PDFString.of('cmd.exe') }));
    };
    const listed = (pdf: PDFDocument) =>
      pdf.catalog.set(
        PDFName.of('OpenAction'),
        pdf.context.obj([{ S: 'URI', URI: PDFString.of('https://exemplo.example') }]),
      );
    // A sequential reader takes the second object 3, a reader of the xref table the first.
    const replaced = (first: string, second: string) =>
      `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction 3 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n3 0 obj<<${first}>>endobj\n3 0 obj<<${second}>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF`;
    const place = '/S/GoTo/D[0]';
    await expect(upload(replaced(place, place))).resolves.toBeDefined();
    const refused = [
      replaced('/S/JavaScript/JS(1)', place),
      replaced('/S/URI/URI(https://exemplo.example)', place),
      replaced(place, '/S/URI/URI(https://exemplo.example)'),
      'GIF89a, renamed to analise.pdf',
      `<html>%PDF-1.7</html>%%EOF`,
      '',
      '%PDF-1.7\n%%EOF',
      good.slice(0, -200),
      await pdfWith(script),
      await pdfWith(launch),
      await pdfWith(opening),
      await pdfWith(chained),
      await pdfWith(form),
      await pdfWith(named),
      await pdfWith(listed),
    ];
    for (const bytes of refused) {
      await bank.db.transaction((tx) => tx.delete(tx.tables.attempts));
      expect(await refusalOf(upload(bytes))).toMatchObject({
        status: 400,
        error: 'Apenas arquivos PDF são permitidos',
        fields: { pdf: expect.any(String) },
      });
    }
    const large = new Uint8Array(MAX_UPLOAD_BYTES + 1);
    large.set(good);
    expect(await refusalOf(upload(large))).toMatchObject({
      status: 413,
      error: 'O arquivo deve ter no máximo 10MB',
    });
    expect(await files()).toHaveLength(1);
  });

  test('an analysis PDF may say at which page it opens, as those of office programs do', async ({
    scene: { upload, files },
  }) => {
    const opens = async (action: (pdf: PDFDocument) => PDFObject) =>
      upload(await pdfWith((pdf) => pdf.catalog.set(PDFName.of('OpenAction'), action(pdf))));
    const place = (pdf: PDFDocument) => [pdf.getPage(0).ref, 'XYZ', null, null, 0];
    await opens((pdf) => pdf.context.obj(place(pdf)));
    await opens((pdf) => pdf.context.register(pdf.context.obj({ S: 'GoTo', D: place(pdf) })));
    expect(await files()).toHaveLength(2);
  });

  test('an analysis PDF gets a random name, takes the place of the one before, which is kept, and comes back unchanged', async ({
    scene,
  }) => {
    const { admin, ana, id, files, upload } = scene;
    expect(await refusalOf(admin.call.credit.proposals.analysisPdf({ id }))).toMatchObject({
      status: 404,
      error: 'Esta proposta não tem PDF de análise',
    });
    await upload(await pdfWith());
    const [first] = await files();
    const second = await pdfWith((pdf) => pdf.setTitle('Segunda análise'));
    const { creditAnalysisPdfPath } = await upload(second);
    expect(creditAnalysisPdfPath).toMatch(/^uploads\/[0-9a-f]{2}\/[0-9a-f]{32}\.pdf$/);
    expect((await files()).toSorted()).toEqual([first, creditAnalysisPdfPath].toSorted());
    expect(first).not.toBe(creditAnalysisPdfPath);
    const { bytes } = await admin.call.credit.proposals.analysisPdf({ id });
    expect(Buffer.from(bytes).equals(Buffer.from(second))).toBe(true);
    expect((await ana.call.credit.proposals.list({})).proposals[0]?.creditAnalysisPdfPath).toBeNull();
    expect((await ana.call.auth.accessHistory({})).views).toMatchObject([
      { action: 'view_credit_analysis', byName: admin.user.fullName },
    ]);
    expect(await audited(scene, id)).toEqual([
      'create_credit',
      'upload_credit_analysis',
      'upload_credit_analysis',
    ]);
  });

  test(
    'of several concurrent uploads every file is kept, and the row names one of them',
    race(),
    async ({ scene: { bank, admin, files, upload } }) => {
      const admins = [admin];
      while (admins.length < 6) admins.push(await makeAdmin(bank));
      await Promise.all(admins.map(async (one) => upload(await pdfWith(), one)));
      const { proposals } = await admin.call.credit.proposals.list({});
      expect(await files()).toHaveLength(6);
      expect(await files()).toContain(proposals[0]?.creditAnalysisPdfPath);
    },
  );

  test('after a decision the analysis PDF is not replaced, and a first one is still accepted', async ({
    scene: { admin, id, files, upload, propose },
  }) => {
    const { proposals } = admin.call.credit;
    const first = await pdfWith();
    const { creditAnalysisPdfPath } = await upload(first);
    await proposals.approve({ id });
    expect(await refusalOf(upload(await pdfWith()))).toMatchObject({
      status: 409,
      code: 'PROPOSAL_DECIDED',
      error: 'Esta proposta já foi decidida; o PDF da análise fica como estava na decisão',
    });
    expect(await files()).toEqual([creditAnalysisPdfPath]);
    expect(Buffer.from((await proposals.analysisPdf({ id })).bytes).equals(Buffer.from(first))).toBe(true);
    const other = await propose();
    await proposals.reject({ id: other.id, reason: 'Renda baixa' });
    const late = { id: other.id, pdf: new Blob([await pdfWith()]) };
    expect((await proposals.uploadAnalysis(late)).creditAnalysisPdfPath).not.toBeNull();
    expect(await refusalOf(proposals.uploadAnalysis(late))).toMatchObject({ code: 'PROPOSAL_DECIDED' });
  });

  test('an analysis PDF is uploaded as a form over REST, and downloaded as an attachment', async ({
    scene: { bank, id, files },
  }) => {
    const login = { document: '111.444.777-35', password: 'vale-admin-2026' };
    await createAdmin(bank, {
      fullName: 'Helena Siqueira',
      email: 'helena@banco.example',
      cpf: login.document,
      password: login.password,
    });
    const call = caller(bank);
    const headers = {
      cookie: cookieOf(await call('POST', '/api/auth/login', login)),
      'x-requested-with': 'test',
    };
    const path = `/api/credit/proposals/${id}`;
    const send = async (bytes: Uint8Array<ArrayBuffer> | string, name = 'pdf') => {
      const form = new FormData();
      form.append(name, new Blob([bytes], { type: 'text/html' }), '../../etc/passwd');
      const request = new Request('http://localhost', { method: 'POST', body: form });
      const type = request.headers.get('content-type') ?? '';
      const body = Buffer.from(await request.arrayBuffer()).toString('latin1');
      return { type, body };
    };
    const plain = await send('no PDF');
    const refused = await call('POST', `${path}/upload-analysis`, plain.body, {
      ...headers,
      'content-type': plain.type,
    });
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION', error: 'Apenas arquivos PDF são permitidos' },
    });
    const huge = await send(new Uint8Array(MAX_UPLOAD_BYTES + 64 * 1024));
    const tooLarge = await call('POST', `${path}/upload-analysis`, huge.body, {
      ...headers,
      'content-type': huge.type,
    });
    expect(tooLarge).toMatchObject({ status: 413, body: { error: 'O arquivo deve ter no máximo 10MB' } });
    const other = await send(await pdfWith(), 'arquivo');
    const missing = await call('POST', `${path}/upload-analysis`, other.body, {
      ...headers,
      'content-type': other.type,
    });
    expect(missing).toMatchObject({ status: 400, body: { fields: { pdf: 'Selecione o arquivo PDF' } } });
    expect(await files()).toEqual([]);

    const plainPdf =
      '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF';
    const good = await send(plainPdf);
    const kept = await call('POST', `${path}/upload-analysis`, good.body, {
      ...headers,
      'content-type': good.type,
    });
    expect(kept).toMatchObject({ status: 200, body: { proposal: { id } } });
    const file = await call('GET', `${path}/analysis-pdf`, undefined, headers);
    expect([file.status, file.text]).toEqual([200, plainPdf]);
    expect(file.headers.get('content-type')).toBe('application/pdf');
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="analise-/);
    expect(file.headers.get('content-security-policy')).toContain('sandbox');
  });
});
