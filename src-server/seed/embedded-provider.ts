import type { Bank } from '#server/kernel/context';
import { decryptApiKey, findExternal, isOpen } from '#server/onboarding/external-account';
import type { RunningSimulator } from '#simulator/start';
import { PEOPLE } from './people.ts';

/** The embedded payment provider that the bank runs with. */
export type EmbeddedProvider = Pick<RunningSimulator, 'url' | 'simulator' | 'apiKey'>;

/** Somebody of another bank who pays. */
export type Payer = { name: string; document: string };

/** What the demonstration makes happen at the provider, on the moment of its own clock. */
export type HeldProvider = {
  /** Moves the provider's date. */
  setMoment(at: Date): void;
  /** Approves the account of a customer. */
  approve(userId: string): Promise<void>;
  /** Pays into the account of a customer from outside; `amount` is decimal text. */
  pay(userId: string, payment: { amount: string; from: Payer; description: string }): Promise<void>;
  /** Has the next payment end as failed. */
  failNext(): void;
  /** The provider is as it was; what it would still tell of the past is known already. */
  release(): void;
};

/**
 * Nobody waits while the past is made (what is due already has happened before the bank asks), and nobody listens yet to
 * what the provider tells.
 */
const AT_ONCE = { settleMs: -1000, documentsAfterMs: 0, retryMs: 600_000, maxRetryMs: 600_000 };

/** Takes the provider in hand; null when it already has accounts of these people, left by an earlier database. */
export async function holdProvider(
  bank: Bank,
  { url, apiKey: rootKey, simulator }: EmbeddedProvider,
): Promise<HeldProvider | null> {
  const { clock, switches, store } = simulator;
  for (const { cpf, cnpj } of Object.values(PEOPLE)) {
    const found = await bank.provider.root.findAccount(cpf ?? cnpj ?? '');
    if (found.kind === 'answered' && found.value === null) continue;
    bank.log.warn(
      {},
      'o provedor simulado já tem contas de outro banco de dados: a demonstração fica sem PIX',
    );
    return null;
  }
  const before = { ...switches };
  Object.assign(switches, AT_ONCE);
  return {
    setMoment: (at) => clock.set(at),
    approve: async (userId) => {
      const { apiKey } = await accountOf(bank, userId);
      await post(`${url}/v3/sandbox/myAccount/approve`, decryptApiKey(bank.keys, apiKey, userId), {});
    },
    pay: async (userId, { amount, from, description }) => {
      const { walletId } = await accountOf(bank, userId);
      await post(`${url}/simulator/receive`, rootKey, {
        walletId,
        value: Number(amount),
        payerName: from.name,
        payerDocument: from.document,
        description,
      });
    },
    failNext: () => {
      switches.failNext = 1;
    },
    release: () => {
      for (const webhookId of store.waitingWebhooks()) store.dropEvents(webhookId);
      Object.assign(switches, before);
      clock.set(null);
    },
  };
}

async function accountOf(bank: Bank, userId: string) {
  const external = await findExternal(bank.db, userId);
  if (!isOpen(external)) throw new Error('the demonstration used an account before it was opened');
  return external;
}

async function post(url: string, apiKey: string, body: object): Promise<void> {
  const headers = { access_token: apiKey, 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`the embedded provider answered ${answer.status}: ${await answer.text()}`);
}
