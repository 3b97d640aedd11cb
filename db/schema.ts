import type { Kit } from '#db/kit/kit';
import { accessTables } from '#db/schema/access';
import { authTables } from '#db/schema/auth';
import { bankTables } from '#db/schema/bank';
import { chargeTables } from '#db/schema/charge';
import { contractTables } from '#db/schema/contract';
import { creditTables } from '#db/schema/credit';
import { documentTables } from '#db/schema/document';
import { intentTables } from '#db/schema/intents';
import { investmentTables } from '#db/schema/investment';
import { ledgerTables } from '#db/schema/ledger';
import { pixTables } from '#db/schema/pix';
import { pixKeyTables } from '#db/schema/pix-keys';
import { protectionTables } from '#db/schema/protection';
import { relationTables } from '#db/schema/relation';
import { signalTables } from '#db/schema/signals';

export const makeTables = (kit: Kit) => {
  const auth = authTables(kit);
  const ledger = ledgerTables(kit, auth);
  const protection = protectionTables(kit, auth);
  const intents = intentTables(kit, auth, ledger, protection);
  return {
    ...auth,
    ...accessTables(kit, auth),
    ...ledger,
    ...documentTables(kit, ledger),
    ...protection,
    ...intents,
    ...signalTables(kit, auth),
    ...relationTables(kit, auth),
    ...contractTables(kit, auth),
    ...pixTables(kit, auth, ledger, intents),
    ...pixKeyTables(kit, auth),
    ...chargeTables(kit, auth, ledger),
    ...investmentTables(kit, auth, ledger),
    ...creditTables(kit, auth, ledger),
    ...bankTables(kit),
  };
};

export type Tables = ReturnType<typeof makeTables>;
