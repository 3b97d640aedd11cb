import type { PersonKey } from './people.ts';

/** `from` or `to` null: outside the bank. */
export type Movement = {
  /** 'YYYY-MM-DDTHH:MM:00-03:00' in the bank's calendar. */
  at: string;
  from: PersonKey | null;
  to: PersonKey | null;
  /** Decimal text above zero. */
  amount: string;
  description: string;
};

type Step = Omit<Movement, 'at'> & { time: string };
type Chance = <T>(choices: readonly [T, ...T[]]) => T;

const GROCERIES = ['184.90', '212.37', '238.15', '267.48', '296.02', '318.76', '341.20', '389.55'] as const;
const SMALL_SHOPPING = ['32.80', '47.65', '58.10', '64.99', '76.40', '91.25'] as const;
const GROCERY_WORDS = ['Compras do mês', 'Feira da semana', 'Mercado', 'Hortifrúti e padaria'] as const;

/** By day of month. */
const MONTHLY: Record<number, Step[]> = {
  1: [income('vale', '46500.00', 'Recebimento de contratos', '10:05')],
  4: [income('elisa', '11200.00', 'Salário', '08:20')],
  5: [
    send('vale', 'ana', '7800.00', 'Salário', '09:01'),
    send('vale', 'bruno', '9400.00', 'Salário', '09:02'),
    income('mercado', '38200.00', 'Vendas no cartão', '11:40'),
  ],
  6: [send('ana', 'imobiliaria', '2150.00', 'Aluguel do apartamento 72', '12:14')],
  8: [income('carla', '4100.00', 'Consultas da primeira quinzena', '17:10')],
  9: [send('ana', 'bruno', '89.90', 'Minha parte da internet', '20:11')],
  10: [
    send('elisa', 'diego', '320.00', 'Mensalidade das aulas de violão', '09:46'),
    income('diego', '2900.00', 'Aulas particulares', '09:47'),
    // Diego spends his income at once, so his instalments stay unpaid.
    send('diego', 'imobiliaria', '1350.00', 'Aluguel', '09:48'),
    outgo('diego', '1870.00', 'Aluguel do estúdio de ensaio', '09:49'),
  ],
  12: [send('ana', 'carla', '720.00', 'Sessões de terapia', '13:26')],
  15: [
    income('vale', '39800.00', 'Recebimento de contratos', '10:12'),
    send('mercado', 'imobiliaria', '6800.00', 'Aluguel da loja', '11:15'),
  ],
  18: [send('vale', 'elisa', '3200.00', 'Honorários da reforma do escritório', '15:38')],
  21: [send('vale', 'mercado', '640.00', 'Café e copa do escritório', '09:33')],
  24: [income('carla', '3850.00', 'Consultas da segunda quinzena', '17:32')],
  27: [outgo('imobiliaria', '7900.00', 'Repasse a proprietários', '14:20')],
};

/** By days ago. */
const ONCE: Record<number, Step[]> = {
  183: [
    income('vale', '64000.00', 'Aporte inicial', '07:30'),
    income('mercado', '21500.00', 'Capital de giro', '07:34'),
    income('imobiliaria', '9300.00', 'Saldo da conta anterior', '07:38'),
    income('ana', '5480.00', 'Saldo da conta anterior', '07:42'),
    income('bruno', '1950.00', 'Saldo da conta anterior', '07:46'),
    income('carla', '1620.00', 'Saldo da conta anterior', '07:50'),
    income('diego', '3300.00', 'Saldo da conta anterior', '07:54'),
    income('elisa', '2870.00', 'Saldo da conta anterior', '07:58'),
    income('fabio', '1240.00', 'Saldo da conta anterior', '08:02'),
    income('gilda', '980.00', 'Saldo da conta anterior', '08:06'),
  ],
  151: [send('bruno', 'ana', '142.50', 'Racha do jantar', '22:08')],
  136: [outgo('fabio', '5500.00', 'Mercadoria para revenda', '10:24')],
  130: [send('ana', 'elisa', '11400.00', 'Projeto e obra da cozinha', '16:02')],
  118: [send('mercado', 'ana', '1850.00', 'Identidade visual da loja', '16:45')],
  104: [outgo('carla', '21300.00', 'Carro seminovo', '11:31')],
  103: [outgo('diego', '7200.00', 'Piano digital', '15:16')],
  102: [outgo('vale', '34100.00', 'Notebooks e monitores', '10:44')],
  96: [send('ana', 'elisa', '260.00', 'Presente da Júlia', '12:51')],
  77: [send('ana', 'diego', '400.00', 'Aulas de ukulele', '18:30')],
  63: [send('mercado', 'ana', '980.00', 'Cardápio e placas', '15:05')],
  41: [send('bruno', 'elisa', '730.00', 'Projeto da varanda', '11:59')],
  30: [send('ana', 'bruno', '215.00', 'Ingressos do show', '21:17')],
  16: [send('elisa', 'ana', '1400.00', 'Apresentação para o cliente', '10:36')],
  3: [send('bruno', 'ana', '96.40', 'Almoço de terça', '14:02')],
  2: [send('ana', 'mercado', '73.15', 'Padaria', '08:12')],
  1: [
    send('ana', 'diego', '150.00', 'Aula avulsa', '19:20'),
    send('vale', 'bruno', '382.70', 'Reembolso de viagem', '16:03'),
  ],
};

/** `days` oldest first, the last is today. Deterministic. */
export function movementsOf(
  days: readonly { day: string; daysAgo: number; isSaturday: boolean }[],
): Movement[] {
  const choose = chance(20260101);
  return days
    .flatMap(({ day, daysAgo, isSaturday }) => {
      const steps = [...(MONTHLY[Number(day.slice(8))] ?? []), ...(ONCE[daysAgo] ?? [])];
      if (isSaturday) steps.push(...shopping(choose));
      return steps.map(({ time, ...movement }): Movement => ({ ...movement, at: `${day}T${time}:00-03:00` }));
    })
    .sort((one, other) => one.at.localeCompare(other.at));
}

function shopping(choose: Chance): Step[] {
  const steps = [send('ana', 'mercado', choose(GROCERIES), choose(GROCERY_WORDS), '10:26')];
  const other = choose(['bruno', 'elisa', null, 'carla', null] as const);
  if (other) steps.push(send(other, 'mercado', choose(SMALL_SHOPPING), choose(GROCERY_WORDS), '11:07'));
  return steps;
}

function send(from: PersonKey, to: PersonKey, amount: string, description: string, time: string): Step {
  return { from, to, amount, description, time };
}

function income(to: PersonKey, amount: string, description: string, time: string): Step {
  return { from: null, to, amount, description, time };
}

function outgo(from: PersonKey, amount: string, description: string, time: string): Step {
  return { from, to: null, amount, description, time };
}

/** Linear congruential generator (Numerical Recipes). */
function chance(seed: number): Chance {
  let state = seed;
  return (choices) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return choices[(state >>> 16) % choices.length] ?? choices[0];
  };
}
