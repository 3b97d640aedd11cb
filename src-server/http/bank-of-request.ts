import { forRequest } from '#db/request-db';
import { Asker } from '#db/shed';
import type { Bank } from '#server/kernel/context';
import type { LastCall, Provider, ProviderAccount } from '#server/provider/client';

/** Until the request commits or calls the provider, its transactions may be shed: under load, or once `hasLeft`. */
export function bankOfRequest(bank: Bank, hasLeft: () => boolean): Bank {
  const asker = new Asker(hasLeft);
  return { ...bank, db: forRequest(bank.db, asker), provider: new NotedProvider(bank.provider, asker) };
}

class NotedProvider implements Provider {
  readonly #provider: Provider;
  readonly #asker: Asker;

  constructor(provider: Provider, asker: Asker) {
    this.#provider = provider;
    this.#asker = asker;
  }

  get root(): ProviderAccount {
    this.#asker.begin();
    return this.#provider.root;
  }

  rootWithin(maxCalls: number): ProviderAccount {
    this.#asker.begin();
    return this.#provider.rootWithin(maxCalls);
  }

  of(apiKey: string, maxCalls?: number): ProviderAccount {
    this.#asker.begin();
    return this.#provider.of(apiKey, maxCalls);
  }

  lastCall(): LastCall {
    return this.#provider.lastCall();
  }

  get graceSeconds(): number {
    return this.#provider.graceSeconds;
  }
}
