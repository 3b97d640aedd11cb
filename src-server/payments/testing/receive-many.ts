import { receive } from '#simulator/payments';
import type { Started } from '#simulator/testing/started';

const FROM_OUTSIDE = { payerName: 'Carla Dias', payerDocument: null, txid: null, description: null };

/** Cents for the owner of the document, of whose events nothing is heard. `key`: by the newest code of that key. */
export function receiveMany(
  { simulator }: Started,
  cpf: string,
  count: number,
  key: string | null = null,
): void {
  const { store } = simulator;
  const [account] = store.list('account', { name: cpf });
  if (!account) throw new Error('no such account at the provider');
  store.transaction(() => {
    for (let made = 0; made < count; made += 1)
      receive(simulator, {
        ...FROM_OUTSIDE,
        accountId: account.id,
        amountCents: 1,
        key,
        endToEndId: `E${store.newToken().slice(0, 31)}`,
      });
  });
}
