import { expect } from 'vitest';
import { session } from '#server/testing/matrix-access';
import { keyDailySteps } from '../claims/claim-worker.ts';
import { type ChaosScene, type Payer, until } from './chaos-scene.ts';
import { cpfOf } from './scene.ts';

/**
 * What becomes of a claim of a customer's own document. They ask for it elsewhere: it is `brought`, `refused` there, or given up while it is
 * confirmed there (`raced`). It is asked for from elsewhere: they give it (`given`), keep it (`kept`), or it is given up there (`withdrawn`).
 */
const FATES = ['brought', 'given', 'kept', 'withdrawn', 'refused', 'raced'] as const;
type Fate = (typeof FATES)[number] | 'owned' | 'disowned';

const ENDS: Record<Fate, readonly string[]> = {
  ...{ brought: ['completed'], given: ['completed'], owned: ['completed'] },
  ...{ kept: ['cancelled'], withdrawn: ['cancelled'], refused: ['cancelled'], disowned: ['cancelled'] },
  raced: ['completed', 'cancelled'],
};

export type Claimed = { userId: string; claimId: string; fate: Fate };
type Claim = { id: string; role: string; status: string; key: string; mayCancel: boolean };
type Key = { id: string; key: string; status: string };
/** Keys need a session: no token may give one away. */
type Holder = Payer & { cpf: string; headers: Record<string, string> };

const PATIENCE_MS = 600_000;
const PHONE = '+5511987654321';

/**
 * Claims under faults, of both roles: each payer's document goes to and from another institution, and one telephone, which all have in
 * their profiles, from payer to payer.
 */
export async function claimAll(scene: ChaosScene, count: number): Promise<Claimed[]> {
  const holders: Holder[] = [];
  for (const [place, payer] of scene.payers.entries()) {
    const { headers } = await session(scene.bank, payer.customer.user);
    holders.push({ ...payer, cpf: cpfOf(place), headers });
  }
  const done: Claimed[] = [];
  const ownDocument = async (holder: Holder, place: number) => {
    for (let round = 0; round < count / holders.length; round += 1)
      done.push(await claimOne(scene, holder, FATES[(place + round) % FATES.length] ?? 'brought'));
  };
  await Promise.all([
    ...holders.map(ownDocument),
    passTelephone(scene, holders, Math.ceil(count / 8), (claimed) => done.push(claimed)),
  ]);
  return done;
}

async function claimOne(scene: ChaosScene, holder: Holder, fate: (typeof FATES)[number]): Promise<Claimed> {
  const { cpf } = holder;
  const outside = (act: 'confirm' | 'cancel') =>
    control(scene, '/simulator/claims/answer', { key: cpf, act }, [200, 404, 400]);
  const isAsked = fate === 'brought' || fate === 'refused' || fate === 'raced';
  if (isAsked) {
    await keyIs(scene, holder, { key: cpf, isHere: false });
    const document = { key: cpf, name: 'Pagador', document: cpf };
    await control(scene, '/simulator/keys', document, [200, 201]);
  } else {
    await keyIs(scene, holder, { key: cpf, isHere: true });
    await control(scene, '/simulator/claims', { key: cpf, sameHolder: true }, [200, 201, 400]);
  }
  const claim = isAsked
    ? await ask(scene, holder, { type: 'CPF', key: cpf, kind: 'portability' })
    : await openClaim(scene, holder, { key: cpf, role: 'donor' });
  if (fate === 'raced') await Promise.all([outside('confirm'), giveUp(scene, holder, claim)]);
  else if (isAsked) await outside(fate === 'brought' ? 'confirm' : 'cancel');
  else if (fate === 'withdrawn') await outside('cancel');
  else await answer(scene, holder, claim, fate === 'given');
  await ended(scene, holder, claim);
  return { userId: holder.customer.user.id, claimId: claim.id, fate };
}

/** Every second holder keeps it. */
async function passTelephone(
  scene: ChaosScene,
  holders: readonly Holder[],
  count: number,
  tell: (claimed: Claimed) => void,
): Promise<void> {
  let [holder] = holders;
  for (let round = 0; round < count; round += 1) {
    const claimer = holders[(round + 1) % holders.length];
    if (!holder || !claimer || holder === claimer) continue;
    await keyIs(scene, holder, { key: PHONE, isHere: true });
    const asked = await ask(scene, claimer, { type: 'PHONE', key: PHONE, kind: 'ownership' });
    const wanted = await openClaim(scene, holder, { key: PHONE, role: 'donor' });
    const isGiven = round % 2 === 0;
    await answer(scene, holder, wanted, isGiven);
    const fate = isGiven ? 'owned' : 'disowned';
    for (const [one, claim] of [[claimer, asked] as const, [holder, wanted] as const]) {
      await ended(scene, one, claim);
      tell({ userId: one.customer.user.id, claimId: claim.id, fate });
    }
    if (isGiven) holder = claimer;
  }
}

type Answer = { status: number; body: { claims?: Claim[]; keys?: Key[] } };

/** Null: no answer; the server may have been killed. */
async function call(
  { origin }: ChaosScene,
  { headers: own }: Holder,
  [method, path]: [string, string],
  body?: object,
): Promise<Answer | null> {
  const headers = { ...own, ...(body && { 'content-type': 'application/json' }) };
  const sent = {
    method,
    headers,
    signal: AbortSignal.timeout(20_000),
    ...(body && { body: JSON.stringify(body) }),
  };
  try {
    const answered = await fetch(`${origin}/api/asaas/pix/${path}`, sent);
    return { status: answered.status, body: (await answered.json()) as Answer['body'] };
  } catch {
    return null;
  }
}

/** The provider may be going down: what was done already is answered with another of these. */
async function control({ simulator }: ChaosScene, path: string, body: object, taken: readonly number[]) {
  const isTaken = async () =>
    taken.includes((await simulator.control('POST', path, body).catch(() => null))?.status ?? 0);
  await until(`${path} ${JSON.stringify(body)}`, isTaken, PATIENCE_MS);
}

async function keyIs(
  scene: ChaosScene,
  holder: Holder,
  { key, isHere }: { key: string; isHere: boolean },
): Promise<void> {
  const isSo = async () => {
    const listed = await call(scene, holder, ['GET', 'keys']);
    if (listed?.status !== 200) return false;
    const found = listed.body.keys?.find((one) => one.key === key);
    if (isHere === (found !== undefined)) return true;
    if (found) await call(scene, holder, ['DELETE', `keys/${found.id}`]);
    else await call(scene, holder, ['POST', 'create-key'], { type: key === PHONE ? 'PHONE' : 'CPF', key });
    return false;
  };
  await until(`${key} is ${isHere ? 'here' : 'gone'}`, isSo, PATIENCE_MS);
}

/** Null: not known now. */
async function claimsOf(scene: ChaosScene, holder: Holder): Promise<Claim[] | null> {
  return (await call(scene, holder, ['GET', 'claims']))?.body.claims ?? null;
}

/** Waits until the bank knows of it and the donor may answer. `isNone`: what is done while there is no such claim. */
async function openClaim(
  scene: ChaosScene,
  holder: Holder,
  { key, role }: Pick<Claim, 'key' | 'role'>,
  isNone: () => Promise<unknown> = async () => {},
): Promise<Claim> {
  let found: Claim | undefined;
  const isThere = async () => {
    const claims = await claimsOf(scene, holder);
    const open = claims?.find((one) => one.key === key && one.role === role && !isOver(one));
    if (claims && !open) await isNone();
    found = open?.status === 'waiting' ? open : undefined;
    return found !== undefined;
  };
  await until(`a claim of ${key}`, isThere, PATIENCE_MS);
  if (!found) throw new Error('no claim');
  return found;
}

const isOver = ({ status }: Claim): boolean => status === 'completed' || status === 'cancelled';

/** Asked for again when it never arrived, which is known after its grace. */
const ask = (scene: ChaosScene, holder: Holder, wanted: { type: string; key: string; kind: string }) =>
  openClaim(scene, holder, { key: wanted.key, role: 'claimer' }, () =>
    call(scene, holder, ['POST', 'claims'], wanted),
  );

const DECIDED: readonly (number | undefined)[] = [200, 409];

const giveUp = (scene: ChaosScene, holder: Holder, { id }: Claim) =>
  until(
    `claim ${id} is given up`,
    async () => DECIDED.includes((await call(scene, holder, ['DELETE', `claims/${id}`]))?.status),
    PATIENCE_MS,
  );

const answer = (scene: ChaosScene, holder: Holder, { id }: Claim, accept: boolean) =>
  until(
    `claim ${id} is answered`,
    async () =>
      DECIDED.includes((await call(scene, holder, ['POST', `claims/${id}/answer`], { accept }))?.status),
    PATIENCE_MS,
  );

const ended = (scene: ChaosScene, holder: Holder, { id }: Claim) =>
  until(
    `claim ${id} has ended`,
    async () => (await claimsOf(scene, holder))?.some((one) => one.id === id && isOver(one)) === true,
    PATIENCE_MS,
  );

type ClaimThere = {
  id: string;
  key: string;
  status: string;
  claimerId: string | null;
  donorId: string | null;
};
type Effects = {
  accounts: { id: string; cpfCnpj: string }[];
  keys: { id: string; accountId: string; key: string }[];
  claims: ClaimThere[];
};

/**
 * Both sides have the same keys and the same claims, each once and in the same end; a claim whose answer was lost and that the provider
 * does not have has ended.
 */
export async function expectKeysAgree(scene: ChaosScene, claimed: readonly Claimed[]) {
  const { bank, simulator, payers, coverers } = scene;
  for (const step of keyDailySteps) await step.run(bank, bank.clock.today());
  const there = (await simulator.control('GET', '/simulator/effects')).body as unknown as Effects;
  const users = new Map(
    [...payers, ...coverers].map(({ customer }, place) => [
      there.accounts.find(({ cpfCnpj }) => cpfCnpj === cpfOf(place))?.id ?? '',
      customer.user.id,
    ]),
  );
  const { keyClaims, notifications, pixKeys } = bank.db.tables;
  const keys = await bank.db.select().from(pixKeys);
  const line = (...parts: (string | null | undefined)[]) => parts.join(' ');
  expect(keys.map(({ userId, providerId, key }) => line(userId, providerId, key)).sort()).toEqual(
    there.keys.map(({ id, accountId, key }) => line(users.get(accountId), id, key)).sort(),
  );
  const rows = await bank.db.select().from(keyClaims);
  const known = rows.filter(({ providerId }) => providerId !== null);
  const parties = there.claims.flatMap(({ id, key, status, claimerId, donorId }) =>
    [line('claimer', claimerId && users.get(claimerId)), line('donor', donorId && users.get(donorId))]
      .filter((party) => party.includes(' ') && party.split(' ')[1] !== '')
      .map((party) => line(party, id, key, status)),
  );
  expect(
    known
      .map(({ role, userId, providerId, key, status }) => line(role, userId, providerId, key, status))
      .sort(),
  ).toEqual(parties.sort());
  expect(rows.filter((row) => row.providerId === null && row.concludedAt === null)).toEqual([]);
  const wrong = claimed.filter(({ userId, claimId, fate }) => {
    const row = known.find(({ id }) => id === claimId);
    return row?.userId !== userId || !ENDS[fate].includes(row.status);
  });
  expect(wrong).toEqual([]);
  const wanted = known.filter(({ role }) => role === 'donor').length;
  const bells = await bank.db.select({ kind: notifications.kind }).from(notifications);
  expect(bells.filter(({ kind }) => kind === 'key_claim_received')).toHaveLength(wanted);
  return { claims: known.length, lost: rows.length - known.length, keys: keys.length };
}
