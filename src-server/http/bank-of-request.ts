import { forRequest } from '#db/request-db';
import { Asker } from '#db/shed';
import type { Bank } from '#server/kernel/context';
import type { Provider } from '#server/provider/client';

/** Until the request commits or calls the provider, its transactions may be shed: under load, or once `hasLeft`. */
export function bankOfRequest(bank: Bank, hasLeft: () => boolean): Bank {
  const asker = new Asker(hasLeft);
  return { ...bank, db: forRequest(bank.db, asker), provider: notingUse(bank.provider, asker) };
}

const notingUse = (provider: Provider, asker: Asker): Provider => ({
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
