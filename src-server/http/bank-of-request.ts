import { forRequest } from '#db/request-db';
import { Asker } from '#db/shed';
import type { Bank } from '#server/kernel/context';
import type { Provider } from '#server/provider/client';

/** Transactions may be shed, under load or once `hasLeft`, until the request has committed or called the provider. */
export function bankOfRequest(bank: Bank, hasLeft: () => boolean): Bank {
  const asker = new Asker(hasLeft);
  return { ...bank, db: forRequest(bank.db, asker), provider: noticed(bank.provider, asker) };
}

const noticed = (provider: Provider, asker: Asker): Provider => ({
  ...provider,
  get root() {
    asker.begin();
    return provider.root;
  },
  of: (apiKey) => {
    asker.begin();
    return provider.of(apiKey);
  },
});
