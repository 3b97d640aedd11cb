import { forRequest } from '#db/request-db';
import { Asker } from '#db/shed';
import type { Bank } from '#server/kernel/context';
import type { Provider } from '#server/provider/client';

/**
 * The bank for one request: its transactions may be shed under load, or when its client has hung up (`hasLeft`), until
 * it has committed or called the provider.
 */
export function bankOfRequest(bank: Bank, hasLeft: () => boolean): Bank {
  const asker = new Asker(hasLeft);
  return { ...bank, db: forRequest(bank.db, asker), provider: noticed(bank.provider, asker) };
}

/** Notes when the request calls the provider. */
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
