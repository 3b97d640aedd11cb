import { formatBrl } from '#domain/money';
import { MAX_SIMULATED_REAIS, MIN_SIMULATED_REAIS, simulate } from './simulation.ts';

/** Loaded on first interaction. */
export function makeInteractive(form: HTMLFormElement): void {
  const amount = named(form, 'reais');
  const range = named(form, 'reaisRange');
  const show = () => {
    const term = Number(new FormData(form).get('termMonths'));
    const { instalmentCents, totalCents, interestCents } = simulate(within(range.valueAsNumber), term);
    write(form, 'instalment', formatBrl(instalmentCents));
    write(form, 'total', formatBrl(totalCents));
    write(form, 'interest', formatBrl(interestCents));
  };
  const formatAmount = () => {
    amount.value = range.valueAsNumber.toLocaleString('pt-BR');
  };
  amount.addEventListener('input', () => {
    range.value = String(within(Number(amount.value.replace(/\D/g, ''))));
    show();
  });
  amount.addEventListener('change', () => {
    range.value = String(within(Number(amount.value.replace(/\D/g, ''))));
    formatAmount();
  });
  range.addEventListener('input', () => {
    formatAmount();
    show();
  });
  form.addEventListener('change', show);
  form.addEventListener('submit', (event) => event.preventDefault());
  show();
}

const within = (reais: number): number =>
  Math.min(MAX_SIMULATED_REAIS, Math.max(MIN_SIMULATED_REAIS, reais || 0));

function named(form: HTMLFormElement, name: string): HTMLInputElement {
  const element = form.elements.namedItem(name);
  if (!(element instanceof HTMLInputElement)) throw new Error(`simulator field ${name} not found`);
  return element;
}

function write(form: HTMLFormElement, name: string, text: string): void {
  const element = form.querySelector(`[data-answer="${name}"]`);
  if (element) element.textContent = text;
}
