import { forRequest } from '#db/request-db';
import { Asker } from '#db/shed';
import type { Bank } from '#server/kernel/context';
import type { Provider } from '#server/provider/client';

/**
 * The bank as one request has it. Its transactions may be shed when too many wait to write, or its client has hung up
 * (`hasLeft`), until something of it has begun: a commit, or a call to the payment provider.
 */
export function bankOfRequest(bank: Bank, hasLeft: () => boolean): Bank {
  const asker = new Asker(hasLeft);
  return { ...bank, db: forRequest(bank.db, asker), provider: noticed(bank.provider, asker) };
}

/** The provider, where it is noticed that somebody turns to it. */
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
