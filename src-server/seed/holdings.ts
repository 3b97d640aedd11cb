import { investSchema, productSchema } from '#domain/investment/input';
import { maturityOn } from '#domain/investment/yield';
import { investmentDailySteps } from '#server/investment/daily-steps';
import { invest } from '#server/investment/invest';
import { createProduct } from '#server/investment/products';
import { redeem } from '#server/investment/redeem';
import type { SignedInContext } from '#server/kernel/context';
import type { PersonKey } from './people.ts';
import type { Relation, SeedDay } from './relations.ts';
import { signContract } from './sign-contract.ts';

const PRODUCTS = {
  vale30: {
    name: 'CDB Vale 30',
    description: 'Um mês de renda fixa para o dinheiro que você pode precisar logo.',
    minAmount: '10.00',
    annualRate: '10.25',
    termDays: 30,
    riskLevel: 'low',
  },
  vale90: {
    name: 'CDB Vale 90',
    description: 'Três meses a uma taxa combinada no dia da aplicação, sem surpresas até o vencimento.',
    minAmount: '100.00',
    annualRate: '11.75',
    termDays: 90,
    riskLevel: 'low',
  },
  serra360: {
    name: 'Letra Serra 360',
    description: 'Um ano rendendo mais, para objetivos que têm data: a reforma, a viagem, a matrícula.',
    minAmount: '500.00',
    annualRate: '13.25',
    termDays: 360,
    riskLevel: 'medium',
  },
  tingui720: {
    name: 'Crédito Privado Tingui 720',
    description: 'Dois anos em dívida de empresas: a taxa mais alta da prateleira, e o menor imposto.',
    minAmount: '5000.00',
    annualRate: '15.50',
    termDays: 720,
    riskLevel: 'high',
  },
} as const;
type ProductKey = keyof typeof PRODUCTS;

export type Holding = {
  by: PersonKey;
  product: ProductKey;
  amount: string;
  daysAgo: number;
  isSigned: boolean;
  redeemedDaysAgo?: number;
};

const holding = (
  by: PersonKey,
  product: ProductKey,
  amount: string,
  daysAgo: number,
  rest: Partial<Holding> = {},
): Holding => ({ by, product, amount, daysAgo, isSigned: true, ...rest });

/** One of each status for Ana and for the company. */
export const HOLDINGS: readonly Holding[] = [
  holding('vale', 'vale90', '20000.00', 170),
  holding('ana', 'vale90', '2500.00', 150),
  holding('vale', 'serra360', '15000.00', 120, { redeemedDaysAgo: 31 }),
  holding('ana', 'serra360', '1500.00', 110, { redeemedDaysAgo: 47 }),
  holding('vale', 'tingui720', '50000.00', 100),
  holding('ana', 'serra360', '4000.00', 75),
  holding('elisa', 'serra360', '2000.00', 62),
  holding('bruno', 'vale90', '800.00', 41, { isSigned: false }),
  holding('mercado', 'vale30', '6000.00', 19),
  holding('vale', 'vale30', '8000.00', 4, { isSigned: false }),
  holding('ana', 'vale90', '1200.00', 3, { isSigned: false }),
];

export function holdingsOf(days: readonly SeedDay[]): Relation[] {
  const dayOf = new Map(days.map(({ day, daysAgo }) => [daysAgo, day]));
  const moment = (daysAgo: number, time: string) => `${dayOf.get(daysAgo)}T${time}:00-03:00`;
  const productIds = new Map<ProductKey, string>();
  const shelf = Object.entries(PRODUCTS).map(
    ([key, product], place): Relation => ({
      at: moment(182, `10:0${place}`),
      by: 'admin',
      act: async (ctx) => {
        const { id } = await createProduct(ctx, productSchema.parse(product));
        productIds.set(key as ProductKey, id);
      },
    }),
  );
  const actsOf = (one: Holding): Relation[] => {
    let investmentId = '';
    const open: Relation = {
      at: moment(one.daysAgo, '19:30'),
      by: one.by,
      act: async (ctx) => {
        const asked = { productId: productIds.get(one.product), amount: one.amount };
        investmentId = (await invest(ctx, investSchema.parse(asked))).id;
        if (one.isSigned) await signContract(ctx, investmentId);
      },
    };
    return [open, ...endOf(one, dayOf, () => investmentId)];
  };
  return [...shelf, ...HOLDINGS.flatMap(actsOf)];
}

function endOf(one: Holding, dayOf: ReadonlyMap<number, string>, idOf: () => string): Relation[] {
  const startOn = dayOf.get(one.daysAgo) ?? '';
  if (one.redeemedDaysAgo !== undefined) {
    const at = `${dayOf.get(one.redeemedDaysAgo)}T18:12:00-03:00`;
    return [{ at, by: one.by, act: (ctx) => redeem(ctx, { id: idOf() }) }];
  }
  const endsOn = maturityOn(startOn, PRODUCTS[one.product].termDays);
  return [{ at: `${endsOn}T06:00:00-03:00`, by: 'admin', act: (ctx) => payMatured(ctx, endsOn) }];
}

async function payMatured(ctx: SignedInContext, day: string): Promise<void> {
  for (const step of investmentDailySteps) await step.run(ctx, day);
}
