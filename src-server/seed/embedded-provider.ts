import type { Bank } from '#server/kernel/context';
import { decryptApiKey, findExternal, isOpen } from '#server/onboarding/external-account';
import type { RunningSimulator } from '#simulator/start';
import { PEOPLE } from './people.ts';

export type EmbeddedProvider = Pick<RunningSimulator, 'url' | 'simulator' | 'apiKey'>;

export type Payer = { name: string; document: string };

export type ProviderControls = {
  setMoment(at: Date): void;
  approve(userId: string): Promise<void>;
  /** An incoming payment; `amount` is decimal text. */
  pay(userId: string, payment: { amount: string; from: Payer; description: string }): Promise<void>;
  /** Makes the next payment fail. */
  failNext(): void;
  /** Restores the provider and drops pending notifications. */
  release(): void;
};

/** No delays and no webhooks while history is created. */
const NO_DELAYS = { settleMs: -1000, documentsAfterMs: 0, retryMs: 600_000, maxRetryMs: 600_000 };

/** Null if the provider has accounts of these people from an earlier database. */
export async function controlProvider(
  bank: Bank,
  { url, apiKey: rootKey, simulator }: EmbeddedProvider,
): Promise<ProviderControls | null> {
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
  Object.assign(switches, NO_DELAYS);
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
  if (!isOpen(external)) throw new Error(`demonstration: external account of user ${userId} is not open`);
  return external;
}

async function post(url: string, apiKey: string, body: object): Promise<void> {
  const headers = { access_token: apiKey, 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok)
    throw new Error(`embedded provider: status ${answer.status} for ${url}: ${await answer.text()}`);
}
