import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { REVIEWS } from '#domain/pix/words';
import { realMs } from './moment.ts';
import { badRequest, notFound } from './provider-error.ts';
import type { AccountRecord, DocumentRecord, Reviews } from './records.ts';
import type { Routes, Simulator, SimulatorEnv } from './simulator.ts';
import { emit } from './webhooks.ts';

/** Documents that every sub-account must send. */
const WANTED = [
  {
    type: 'IDENTIFICATION',
    title: 'Documento de identificação',
    description: 'Foto do RG ou da CNH, frente e verso.',
  },
  {
    type: 'IDENTIFICATION_SELFIE',
    title: 'Selfie',
    description: 'Foto do rosto segurando o documento de identificação.',
  },
  {
    type: 'CUSTOM',
    title: 'Comprovante de endereço',
    description: 'Conta de consumo ou correspondência bancária dos últimos 90 dias.',
  },
];
const FILE_TYPES = ['image/png', 'image/jpeg', 'application/pdf'];
const MAX_BYTES = 20 * 1024 * 1024;

/** Event names of an account's parts. */
const PARTS = {
  commercialInfo: 'COMMERCIAL_INFO',
  bankAccountInfo: 'BANK_ACCOUNT_INFO',
  documentation: 'DOCUMENT',
  general: 'GENERAL_APPROVAL',
} as const;

export function documentRoutes(simulator: Simulator): Routes {
  const { store, switches } = simulator;
  const routes: Routes = new Hono<SimulatorEnv>();

  routes.get('/myAccount/documents', (c) => {
    const account = c.get('account');
    const wanted = store.transaction(() => documentsOf(simulator, account));
    return c.json({
      rejectReasons: account.rejectReasons,
      data: wanted.map((document) => answerOf(document, account, switches.onboardingUrl)),
    });
  });

  routes.post('/myAccount/documents/:id', async (c) => {
    const account = c.get('account');
    const form = await c.req.parseBody();
    const file = form.documentFile;
    if (switches.onboardingUrl)
      throw badRequest('invalid_action', 'O envio deste documento deve ser feito pelo link de onboarding.');
    if (!(file instanceof File) || file.size === 0)
      throw badRequest('invalid_documentFile', 'O arquivo do documento deve ser informado.');
    if (!FILE_TYPES.includes(file.type) || file.size > MAX_BYTES)
      throw badRequest('invalid_documentFile', 'O formato do arquivo é inválido. Envie PNG, JPEG ou PDF.');
    const bytes = Buffer.from(await file.arrayBuffer());
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const sent = store.transaction(() =>
      receive(simulator, { account, id: c.req.param('id'), type: form.type, sha256, bytes: bytes.length }),
    );
    simulator.wake();
    return c.json(sent);
  });

  return routes;
}

/** An account's documents, created on first request; none before they are ready. */
function documentsOf({ store, switches }: Simulator, account: AccountRecord): DocumentRecord[] {
  const known = store.list('document', { accountId: account.id });
  if (known.length > 0) return known.reverse();
  if (account.ownerId === null || realMs() < account.madeAtMs + switches.documentsAfterMs) return [];
  const status = account.reviews.documentation === 'APPROVED' ? ('APPROVED' as const) : ('NOT_SENT' as const);
  return WANTED.map((wanted) => {
    const document: DocumentRecord = {
      ...wanted,
      id: store.newId(),
      accountId: account.id,
      status,
      files: [],
    };
    store.insert('document', document.id, document, { accountId: account.id });
    return document;
  });
}

const answerOf = (
  { accountId, files, ...document }: DocumentRecord,
  account: AccountRecord,
  onboardingUrl: string | null,
) => ({
  ...document,
  responsible: { name: account.name, type: ['ASAAS_ACCOUNT_OWNER'] },
  onboardingUrl: document.status === 'APPROVED' ? null : onboardingUrl,
  onboardingUrlExpirationDate: null,
  documents: files.map(({ id, status }) => ({ id, status })),
});

type Upload = { account: AccountRecord; id: string; type: unknown; sha256: string; bytes: number };

function receive(simulator: Simulator, { account, id, type, sha256, bytes }: Upload) {
  const { store, switches } = simulator;
  const document = store.get('document', id);
  if (document?.accountId !== account.id) throw notFound();
  if (document.type !== type) throw badRequest('invalid_type', 'O tipo do documento é inválido.');
  if (document.status === 'APPROVED') throw badRequest('invalid_action', 'Este documento já foi aprovado.');
  const file = { id: store.newId(), status: 'PENDING', sha256, bytes };
  store.update('document', id, { status: 'PENDING', files: [...document.files, file] });
  const isComplete = store
    .list('document', { accountId: account.id })
    .every(({ status }) => status === 'PENDING');
  if (isComplete) {
    const awaiting = 'AWAITING_APPROVAL';
    reviewed(simulator, account.id, {
      ...account.reviews,
      bankAccountInfo: awaiting,
      documentation: awaiting,
      general: awaiting,
    });
    store.addJob('review', account.id, realMs() + switches.approvalMs);
  }
  return { id: file.id, status: file.status };
}

/** Approves all documents, or rejects them with the switch's text. */
export function review(simulator: Simulator, accountId: string): void {
  const reasons = simulator.switches.rejectDocuments;
  const account = simulator.store.get('account', accountId);
  if (account?.reviews.general !== 'AWAITING_APPROVAL') return;
  const decided = reasons ? 'REJECTED' : 'APPROVED';
  reviewed(
    simulator,
    accountId,
    { ...account.reviews, bankAccountInfo: 'APPROVED', documentation: decided, general: decided },
    reasons,
  );
}

/** Stores the status of the parts and documents, and emits events for changes. */
export function reviewed(
  simulator: Simulator,
  accountId: string,
  reviews: Reviews,
  rejectReasons: string | null = null,
): void {
  const { store } = simulator;
  const before = store.get('account', accountId);
  if (!before) return;
  store.update('account', accountId, { reviews, rejectReasons });
  const { documentation } = reviews;
  if (documentation === 'APPROVED' || documentation === 'REJECTED')
    for (const { id } of store.list('document', { accountId }))
      store.update('document', id, { status: documentation });
  for (const part of Object.keys(PARTS) as (keyof Reviews)[]) {
    if (before.reviews[part] === reviews[part] || !REVIEWS.includes(reviews[part])) continue;
    emit(simulator, accountId, {
      event: `ACCOUNT_STATUS_${PARTS[part]}_${reviews[part]}`,
      subject: { accountStatus: { id: accountId, ...reviews } },
    });
  }
  simulator.wake();
}
