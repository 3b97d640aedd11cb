import { describe, expect, test } from 'vitest';
import { LATE_LIMITS } from '#domain/credit/late-limits';
import { type TermsSection, termsSections } from './terms.ts';

const textOf = (section: TermsSection) => [section.title, ...section.blocks.flat()].join('\n');

function sectionText(id: string): string {
  const section = termsSections().find((one) => one.id === id);
  return section ? textOf(section) : '';
}

describe('terms of use and privacy policy', () => {
  test('the terms have 15 sections, each with its own anchor and text', () => {
    const sections = termsSections();
    expect(sections).toHaveLength(15);
    expect(new Set(sections.map(({ id }) => id)).size).toBe(15);
    for (const section of sections) expect(section.blocks.flat().join(' ').length).toBeGreaterThan(300);
  });

  test('every list in the terms has at least two items, each with its text', () => {
    const lists = termsSections().flatMap(({ blocks }) => blocks.filter((block) => Array.isArray(block)));
    expect(lists.length).toBeGreaterThanOrEqual(3);
    for (const list of lists) {
      expect(list.length).toBeGreaterThanOrEqual(2);
      for (const item of list) expect(item.length).toBeGreaterThan(20);
    }
  });

  test('the terms name the four retention periods and who requires each', () => {
    const [, list] = termsSections().find(({ id }) => id === 'retencao')?.blocks ?? [];
    const items = Array.isArray(list) ? list : [];
    expect(items).toHaveLength(4);
    expect(items[0]).toMatch(/de 5 a 20 anos.*Banco Central/);
    expect(items[1]).toMatch(/^5 anos.*Receita Federal/);
    expect(items[2]).toMatch(/^10 anos.*prevenção à lavagem de dinheiro/);
    expect(items[3]).toMatch(/^até 10 anos.*Código Civil/);
  });

  test('the terms say that one overdue instalment is enough for a negativation, and which letter announces it', () => {
    const text = sectionText('credito');
    expect(text).toMatch(/Com parcela vencida, .* pode ser negativado por decisão de uma pessoa/);
    expect(text).toMatch(/a carta que avisa do atraso anuncia isso antes e diz o dia/);
    expect(text).not.toContain('cadastros de proteção ao crédito');
  });

  test('the terms promise an answer in 15 calendar days and state both service hours', () => {
    expect(sectionText('direitos-do-titular')).toMatch(/em até 15 dias corridos/);
    expect(sectionText('direitos-do-titular')).toMatch(/segunda a sexta-feira, das 8h às 18h/);
    expect(sectionText('encerramento-e-contato')).toMatch(
      /atendimento funciona de segunda a sexta-feira, das 9h às 18h/,
    );
    expect(sectionText('encerramento-e-contato')).toMatch(/titular de dados atende .*das 8h às 18h/);
  });

  test('the terms name the most that paying late may cost, and leave the figures to the contract', () => {
    expect(sectionText('credito')).toContain(
      `a multa (de no máximo ${LATE_LIMITS.finePercent}%) e os juros de mora (de no máximo ${LATE_LIMITS.monthlyInterestPercent}% ao mês, proporcionais aos dias) que o contrato assinado informa`,
    );
  });

  test('the terms require age 18 and offer human review of automated decisions', () => {
    expect(sectionText('quem-pode-usar')).toMatch(/maiores de 18 anos/);
    expect(sectionText('credito')).toMatch(/art\. 20 da LGPD.*revisão.*por uma pessoa/);
  });

  test('the terms name the payment provider and the law on electronic signatures', () => {
    expect(sectionText('pix-e-asaas')).toMatch(/Asaas/);
    expect(sectionText('contratos-e-assinatura')).toMatch(/2\.200-2\/2001.*14\.063\/2020/);
  });

  test('the terms use the configured name and address and leave no placeholder', () => {
    const text = termsSections({ name: 'Outro Nome', supportEmail: 'oi@outro.example' })
      .map(textOf)
      .join('\n');
    expect(text).toContain('Outro Nome');
    expect(text).toContain('oi@outro.example');
    expect(text).not.toMatch(/ValeBank|[{}]/);
  });
});
