import { Hono } from 'hono';
import { z } from 'zod';
import { parsePixKey } from '#domain/pix/key';
import {
  afterSilence,
  type ClaimAct,
  type ClaimKind,
  type ClaimRole,
  claimDeadlines,
  claimKindFor,
  isOpenClaim,
  MAX_KEYS,
  mayAct,
} from '#domain/pix/key-claim';
import { requireApproved } from './balance.ts';
import { giveKey, type KeyHolder, keyHolder, PROVIDER, releaseKey } from './directory.ts';
import { stampAt, stampOf } from './moment.ts';
import { badRequest, notFound } from './provider-error.ts';
import type { AccountRecord, ClaimRecord } from './records.ts';
import { bodyOf, paged, textOf } from './request.ts';
import type { Routes, Simulator, SimulatorEnv } from './simulator.ts';

/**
 * Portability and ownership claims. Asaas documents none: paths and fields are assumed, states, terms and who may do what are those of
 * the DICT API (docs/decisions/045).
 */
export function keyClaimRoutes(simulator: Simulator): Routes {
  const { store } = simulator;
  const routes: Routes = new Hono<SimulatorEnv>();

  routes.use('/pix/addressKeys/*', async (_c, next) => {
    store.transaction(() => passTerms(simulator));
    await next();
  });
  routes.use('/pix/addressKeys', async (_c, next) => {
    store.transaction(() => passTerms(simulator));
    await next();
  });

  routes.post('/pix/addressKeys/claims', async (c) => {
    const body = await bodyOf(c);
    const account = c.get('account');
    requireApproved(account);
    const kind = textOf(body, 'type')?.toLowerCase() as ClaimKind;
    const claim = store.transaction(() =>
      makeClaim(simulator, { claimer: account, kind, text: textOf(body, 'key') ?? '' }),
    );
    return c.json(claimAnswer(claim, 'claimer'));
  });

  routes.get('/pix/addressKeys/claims', (c) => {
    const { page, answer } = paged(c, 100);
    const own = claimsOf(simulator, c.get('account').id);
    return answer(own.length, own.slice(page.offset, page.offset + page.limit));
  });

  for (const act of ['confirm', 'cancel'] as const)
    routes.post(`/pix/addressKeys/claims/:id/${act}`, (c) => {
      const { id } = c.get('account');
      const claim = store.get('claim', c.req.param('id'));
      const role = claim && roleOf(claim, id);
      if (!claim || !role) throw notFound();
      return c.json(
        claimAnswer(
          store.transaction(() => actOn(simulator, claim, { act, role })),
          role,
        ),
      );
    });

  return routes;
}

type Party = Pick<AccountRecord, 'name' | 'cpfCnpj'> & { id: string | null };
type Asked = { claimer: Party; kind: ClaimKind; text: string };

function makeClaim(simulator: Simulator, { claimer, kind, text }: Asked): ClaimRecord {
  const { store, clock } = simulator;
  const key = parsePixKey(text);
  const holder = key && keyHolder(simulator, key.canonical);
  if (!key || !holder || (holder.accountId !== null && holder.accountId === claimer.id))
    throw badRequest('invalid_action', 'Esta chave Pix não está cadastrada em outra conta.');
  if (claimKindFor(key.type, holder.document === claimer.cpfCnpj) !== kind)
    throw badRequest('invalid_type', 'Esta chave Pix não pode ser pedida deste modo.');
  if (openClaimOn(simulator, key.canonical))
    throw badRequest('invalid_action', 'Esta chave Pix já tem uma reivindicação em andamento.');
  if (claimer.id !== null) refuseFull(simulator, claimer.id, claimer.cpfCnpj);
  const createdAt = clock.now();
  const terms = claimDeadlines(kind, createdAt);
  const claim: ClaimRecord = {
    ...{ id: store.newId(), kind, status: 'waiting', key: key.canonical, type: key.type },
    ...{ claimerId: claimer.id, donorId: holder.accountId, endedBy: null },
    ...institutionsOf(claimer, holder),
    ...{ resolveBy: terms.resolveBy.toISOString(), completeBy: terms.completeBy.toISOString() },
    createdAt: createdAt.toISOString(),
  };
  store.insert('claim', claim.id, claim, { name: claim.key });
  return claim;
}

const institutionsOf = ({ id }: Party, holder: KeyHolder) => ({
  claimerInstitution: id === null ? 'NU PAGAMENTOS S.A.' : PROVIDER.name,
  donorInstitution: holder.institution,
});

/** Keys and claims under way together: a claim may end with a key. Throws 400 at the limit. */
export function refuseFull({ store }: Simulator, accountId: string, document: string): void {
  const max = document.length === 11 ? MAX_KEYS.person : MAX_KEYS.company;
  const coming = store
    .list('claim')
    .filter(({ claimerId, status }) => claimerId === accountId && isOpenClaim(status));
  if (store.count('key', { accountId }) + coming.length >= max)
    throw badRequest('invalid_action', `Você atingiu o limite de ${max} chaves Pix.`);
}

export const openClaimOn = ({ store }: Simulator, key: string): ClaimRecord | null =>
  store.list('claim', { name: key }).find(({ status }) => isOpenClaim(status)) ?? null;

const roleOf = ({ claimerId, donorId }: ClaimRecord, accountId: string): ClaimRole | null =>
  claimerId === accountId ? 'claimer' : donorId === accountId ? 'donor' : null;

/** An answer of the donor, or a claimer's change of mind. What the donor confirms is completed at once. */
function actOn(
  simulator: Simulator,
  claim: ClaimRecord,
  { act, role }: { act: ClaimAct; role: ClaimRole },
): ClaimRecord {
  if (!mayAct(act, role, claim)) throw badRequest('invalid_action', 'Esta reivindicação já foi encerrada.');
  if (act === 'confirm') return complete(simulator, claim, 'donor');
  return simulator.store.update('claim', claim.id, { status: 'cancelled', endedBy: role });
}

function complete(simulator: Simulator, claim: ClaimRecord, endedBy: 'donor' | 'deadline'): ClaimRecord {
  const { store, clock } = simulator;
  const { id, key, type, claimerId: accountId } = claim;
  releaseKey(simulator, key);
  if (accountId !== null)
    giveKey(simulator, {
      ...{ id: store.newId(), accountId, key, type },
      ...{ status: 'ACTIVE', dateCreated: stampOf(clock) },
    });
  return store.update('claim', id, { status: 'completed', endedBy });
}

/** What silence has made of claims by now. */
function passTerms(simulator: Simulator): void {
  const { store, clock } = simulator;
  for (const claim of store.list('claim').filter(({ status }) => isOpenClaim(status))) {
    const terms = { resolveBy: new Date(claim.resolveBy), completeBy: new Date(claim.completeBy) };
    const status = afterSilence({ ...claim, ...terms }, clock.now());
    if (status === claim.status) continue;
    if (status === 'completed') complete(simulator, claim, 'deadline');
    else {
      if (status === 'confirmed') releaseKey(simulator, claim.key);
      const endedBy = status === 'cancelled' ? ('deadline' as const) : null;
      store.update('claim', claim.id, { status, endedBy });
    }
  }
}

const claimsOf = ({ store }: Simulator, accountId: string) =>
  store.list('claim').flatMap((claim) => {
    const role = roleOf(claim, accountId);
    return role ? [claimAnswer(claim, role)] : [];
  });

const STATUS = {
  asked: 'OPEN',
  waiting: 'WAITING_RESOLUTION',
  confirmed: 'CONFIRMED',
  completed: 'COMPLETED',
  cancelled: 'CANCELLED',
};

const claimAnswer = (claim: ClaimRecord, role: ClaimRole) => ({
  object: 'pixAddressKeyClaim',
  id: claim.id,
  type: claim.kind.toUpperCase(),
  role: role.toUpperCase(),
  status: STATUS[claim.status],
  key: claim.key,
  keyType: claim.type,
  otherIspbName: role === 'claimer' ? claim.donorInstitution : claim.claimerInstitution,
  resolutionPeriodEnd: stampAt(new Date(claim.resolveBy)),
  completionPeriodEnd: stampAt(new Date(claim.completeBy)),
  endedBy: claim.endedBy?.toUpperCase() ?? null,
  dateCreated: stampAt(new Date(claim.createdAt)),
});

export const outsideClaimSchema = z.strictObject({ key: z.string(), sameHolder: z.boolean().default(false) });

/** Somebody with an account elsewhere claims a key of an account here: its holder, or another person. */
export function claimFromOutside(
  simulator: Simulator,
  { key, sameHolder }: z.output<typeof outsideClaimSchema>,
): { id: string } {
  passTerms(simulator);
  const holder = keyHolder(simulator, parsePixKey(key)?.canonical ?? '');
  const cpfCnpj = sameHolder && holder ? holder.document : '00000000000';
  const kind = sameHolder ? 'portability' : 'ownership';
  const { id } = makeClaim(simulator, { claimer: { id: null, name: 'De fora', cpfCnpj }, kind, text: key });
  return { id };
}

export const outsideAnswerSchema = z.strictObject({ key: z.string(), act: z.enum(['confirm', 'cancel']) });

/** Whoever takes part from outside answers, or changes their mind. */
export function answerFromOutside(
  simulator: Simulator,
  { key, act }: z.output<typeof outsideAnswerSchema>,
): { id: string } {
  passTerms(simulator);
  const claim = openClaimOn(simulator, parsePixKey(key)?.canonical ?? '');
  if (!claim || (claim.donorId !== null && claim.claimerId !== null)) throw notFound();
  const role = claim.donorId === null ? 'donor' : 'claimer';
  return { id: actOn(simulator, claim, { act, role }).id };
}
