import type { OpenAccount } from '#domain/ledger/apply-posting';
import { MAX_DESCRIPTION_LENGTH } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import { toDecimal } from '#domain/money';
import type { PixTransferInput } from '#domain/pix/input';
import { isGuessable, type PixKey, parsePixKey, shownKey } from '#domain/pix/key';
import { isAnotherPayee, TOLD_SECONDS } from '#domain/pix/payee';
import { pixKindOf } from '#domain/protection/pix-kind';
import { refuse } from '#domain/refusal';
import { sharerOf } from '#server/access/caller-share';
import { type AttemptWindows, attemptsOf, type Counted, countDecided } from '#server/auth/attempt-facts';
import { accountWithId } from '#server/decision/account-facts';
import { type Asking, becomes, type Decision } from '#server/decision/decision';
import type { SignedInContext } from '#server/kernel/context';
import { approvedAccount } from '#server/onboarding/external-account';
import { askToConfirm } from '#server/protection/ask-to-confirm';
import { authorise, withAuthorised } from '#server/protection/authorise';
import { type ProtectionFacts, protectionFacts } from '#server/protection/protection-facts';
import { payOrReserve } from '#server/protection/waiting/reserve';
import type { ProviderAccount } from '#server/provider/client';
import type { DecodedQr } from '#server/provider/code-shapes';
import { keptKeys } from './keys.ts';
import { decideOrder, type OrderFacts, orderFacts, type Placed } from './orders/decide-order.ts';
import { asTransfer, type OrderTransfer } from './orders/order-answer.ts';
import type { NewOrder } from './orders/order-row.ts';
import { payOnce } from './orders/pay-once.ts';
import { isPaidBefore, paidBefore, reservedFor } from './paid-before.ts';
import { payableCode } from './read-code.ts';
import { type Told, toldPayee } from './told-payees.ts';

/**
 * `amount` in cents. Refuses ACCOUNT_NOT_APPROVED, ACCOUNT_INACTIVE (either account frozen), SAME_ACCOUNT (own key),
 * INSUFFICIENT_FUNDS, IDEMPOTENCY_KEY_REUSED, TOO_MANY_ATTEMPTS (numbers paid without a name), what `authorise` and `askToConfirm` refuse,
 * and before anything is begun PROVIDER_*. Of a dynamic code also CODE_NOT_PAYABLE, CODE_CHANGED and CODE_ALREADY_PAID.
 */
export async function transfer(ctx: SignedInContext, input: PixTransferInput): Promise<OrderTransfer> {
  const prepare = () => prepared(ctx, input);
  const pay = () => payOnce(ctx, input, { decision: PIX_TRANSFER, prepare });
  return asTransfer(await askToConfirm(ctx, input, pay));
}

/** `target`: as recipients and confirmations name the payee. `name` and `document` of a code: as the provider has them. */
type Payee = {
  target: string;
  key: PixKey | null;
  name: string | null;
  code: Pick<DecodedQr, 'document' | 'txid' | 'dueOn' | 'description'> | null;
};

/** `externalId`: the account that pays. */
export type PixToSend = Pick<PixTransferInput, 'pixKey' | 'amount' | 'description'> & {
  externalId: string;
  payee: Payee;
};

export async function prepared(ctx: SignedInContext, input: PixTransferInput): Promise<PixToSend> {
  const { external, account } = await approvedAccount(ctx);
  const { pixKey, amount } = input;
  const payee = pixKey.key
    ? { target: pixKey.key.canonical, key: pixKey.key, name: pixKey.name, code: null }
    : await payeeOfCode(ctx, account, { payload: pixKey.payload, amount });
  const own = await keptKeys(account);
  if (own.some(({ key }) => key === payee.target)) refuse('SAME_ACCOUNT');
  return { ...input, externalId: external.accountId, payee };
}

async function payeeOfCode(
  ctx: SignedInContext,
  account: ProviderAccount,
  asked: { payload: string; amount: number },
): Promise<Payee> {
  // The provider would refuse it too, without saying who paid.
  if (await isPaidBefore(ctx.db, ctx.user.id, 'payload', asked.payload)) refuse('CODE_ALREADY_PAID');
  const code = await payableCode(ctx, account, asked);
  const { name, document, ispb } = code;
  const key = code.key === null ? null : parsePixKey(code.key);
  const target = key?.canonical ?? [document ?? name, ispb].filter((part) => part !== null).join(' ');
  return { target, key, name, code };
}

type Facts = OrderFacts &
  ProtectionFacts & {
    external: OpenAccount | null;
    paid: readonly (true | null)[];
    reserved: readonly (true | null)[];
    told: (Told & { lookedUpAt: Date }) | null;
    unnamed: AttemptWindows;
  };

export const PIX_TRANSFER: Decision<PixToSend, Facts, Placed> = {
  operation: 'pixTransfer',

  facts: (ctx, { externalId, payee, pixKey }, by) => ({
    ...orderFacts(ctx),
    ...protectionFacts(ctx, by, { kind: 'pix', target: payee.target }),
    external: accountWithId(externalId),
    // A key can be paid again.
    paid: pixKey.key ? [] : [paidBefore(ctx.user.id, 'payload', pixKey.payload)],
    reserved: pixKey.key ? [] : [reservedFor(ctx.user.id, 'payload', pixKey.payload)],
    told: toldPayee(ctx.user.id, payee.target),
    unnamed: attemptsOf('unnamedPayee', sharerOf(ctx)),
  }),

  decide(facts, asking) {
    const { checking, external } = facts;
    if (!checking) refuse('ACCOUNT_INACTIVE');
    // Before the money that it lacks then. One that is released is itself what waits.
    if (!facts.released && facts.reserved.some((isReserved) => isReserved)) refuse('CODE_ALREADY_PAID');
    const { amount, description, pixKey, payee } = asking.input;
    const { target, code } = payee;
    const counted = countUnnamed(asking, facts);
    const known = knownOf(asking, facts);
    const judged = { ...facts, payee: unlessAnother(facts.payee, known) };
    const authorised = authorise(asking, judged, {
      ...{ kind: pixKindOf(payee.key, known.document), amountCents: amount, target, ...known },
      balanceCents: external?.balanceCents ?? 0,
      isIssued: code !== null,
      isCompany: checking.cnpj !== null,
    });
    const placed = decideOrder(asking, facts, {
      order: orderOf(asking.input, checking.id),
      accounts: [checking, external],
      audit: {
        action: 'pix_transfer',
        changes: { amount: toDecimal(amount), keyType: payee.key?.type ?? null },
      },
    });
    if (facts.paid.some((isPaid) => isPaid)) refuse('CODE_ALREADY_PAID');
    const once = [asking.ctx.user.id, 'payload', payloadOf(pixKey)] as const;
    const paying = payOrReserve(asking, facts, authorised, {
      paid: { ...placed, changes: code ? [becomes(paidBefore(...once), true)] : [] },
      whileReserved: code ? [becomes(reservedFor(...once), true)] : [],
      payer: checking,
      accounts: [checking, external, facts.clearing].filter((account) => account !== null),
      payment: {
        kind: 'pix',
        target,
        payeeName: known.name,
        payeeDocument: known.document,
        request: { pixKey, amount, description },
      },
    });
    return withAuthorised(paying, counted);
  },
};

/**
 * A payment of a cent tells whose a number is, or that nobody has it: a masked CPF hides three digits. Only those count whose holder the
 * customer neither was told nor has paid, once each. Refuses TOO_MANY_ATTEMPTS.
 */
function countUnnamed(
  { ctx, input: { payee } }: Asking<PixToSend>,
  { payee: paid, told, released, unnamed }: Facts,
): Counted {
  const isGuess = payee.key !== null && payee.code === null && isGuessable(payee.key);
  if (!isGuess || paid || told || released) return { writes: [], changes: [] };
  return countDecided(ctx, { kind: 'unnamedPayee', who: sharerOf(ctx), windows: unnamed });
}

/**
 * Whom the payment goes to: of a dynamic code as it says, of a key as the customer was told just before, else as it was paid last. A
 * static code's own name proves nothing.
 */
function knownOf({ input: { payee }, ctx }: Asking<PixToSend>, { told, payee: paid }: Facts) {
  const isFresh = told !== null && secondsAfter(told.lookedUpAt, TOLD_SECONDS) > ctx.clock.real();
  const said = payee.code ? { name: payee.name, document: payee.code.document } : isFresh ? told : null;
  // What was paid last completes what is said of the same holder only.
  const before = paid && !(said && isAnotherPayee(paid, said)) ? paid : null;
  return {
    name: said?.name ?? before?.name ?? null,
    document: said?.document ?? before?.document ?? null,
  };
}

/** Whoever is told to have the key now, if not who was paid with it, is as new as anybody whom the customer never paid. */
const unlessAnother = (paid: Facts['payee'], known: ReturnType<typeof knownOf>): Facts['payee'] =>
  paid && isAnotherPayee(paid, known) ? null : paid;

/** Empty for a key, which can be paid again. */
const payloadOf = (pixKey: PixTransferInput['pixKey']): string => (pixKey.key ? '' : pixKey.payload);

function orderOf(
  { amount, description, externalId, pixKey, payee }: PixToSend,
  checkingId: string,
): NewOrder {
  const { target, key, name, code } = payee;
  const shown = name ?? (key ? shownKey(key) : pixKey.name);
  return {
    kind: 'pix',
    amountCents: amount,
    description: (description ?? code?.description ?? `PIX para ${shown}`).slice(0, MAX_DESCRIPTION_LENGTH),
    fromAccountId: externalId,
    // A frozen checking account blocks the external one too.
    alsoActive: [checkingId],
    target,
    payeeName: name,
    ...(key && { targetType: key.type }),
    ...(code && {
      payload: payloadOf(pixKey),
      txid: code.txid,
      payeeDocument: code.document,
      dueOn: code.dueOn,
    }),
  };
}
