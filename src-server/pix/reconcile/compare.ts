import { addDays, bankDate } from '#domain/date';
import type { ProviderCheck } from '#domain/pix/comparison';
import type { Bank } from '#server/context';
import { settleOrders } from '../orders/order-worker.ts';
import { compareBalance, compareClearing } from './compare-balances.ts';
import { compareIncoming } from './compare-incoming.ts';
import { compareOrders } from './compare-orders.ts';
import { type Comparison, Findings } from './findings.ts';
import { everySide, type Period, type Side } from './side.ts';

/** Days that are compared when nobody says how many. */
const DAYS = 3;
const DAY_MS = 86_400_000;

/** After so many accounts in a row that the provider did not tell of, the others are not asked about. */
const PATIENCE = 3;

const OF_ACCOUNTS: ProviderCheck[] = ['orders', 'unknown', 'incoming', 'balances'];

/**
 * Compares the bank with its payment provider: every order of the last `days` and every open one with what the provider
 * has of it, and everything the provider has with the bank's orders; every incoming payment with its booking; every external
 * account's balance; and what is in flight with the open orders. On the way it brings orders to what the provider says of
 * them, and books what came in unheard. What the provider does not tell is not verified (`ok` null), never a difference.
 */
export async function compare(bank: Bank, { days = DAYS }: { days?: number } = {}): Promise<Comparison> {
  const findings = new Findings();
  const isThere = (await bank.provider.root.balance()).kind === 'answered';
  if (isThere) await compareAccounts(bank, periodOf(bank, days), findings);
  else findings.unverified(...OF_ACCOUNTS);
  await compareClearing(bank, findings);
  return findings.result();
}

async function compareAccounts(bank: Bank, period: Period, findings: Findings): Promise<void> {
  await settleOrders(bank);
  let silent = 0;
  for await (const side of everySide(bank, period)) {
    const isTold = await compareAccount(side, findings);
    silent = isTold ? 0 : silent + 1;
    if (silent >= PATIENCE) return findings.unverified(...OF_ACCOUNTS);
  }
}

/** Answers whether the provider told of everything. */
async function compareAccount({ external, ...side }: Side, findings: Findings): Promise<boolean> {
  const orders = await findings.step(['orders', 'unknown'], () =>
    compareOrders({ ...side, external }, findings),
  );
  if (!external) return orders === 'told';
  const incoming = await findings.step(['incoming'], () => compareIncoming({ ...side, external }, findings));
  const balance = await findings.step(['balances'], () => compareBalance({ ...side, external }, findings));
  return [orders, incoming, balance].includes('told');
}

/** The provider's days are asked for from one earlier: its date may lag behind the moment of sending. */
function periodOf({ clock }: Bank, days: number): Period {
  const before = (moment: Date) => new Date(moment.getTime() - days * DAY_MS);
  const sentSince = before(clock.real());
  return { sentSince, bookedSince: before(clock.now()), since: addDays(bankDate(sentSince), -1) };
}
